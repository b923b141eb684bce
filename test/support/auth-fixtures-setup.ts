import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    fixturesFolder: string;
  }
}

/** A place where the first file that starts the fixtures leaves their data folder to the others; see `startAuthFixtures`. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox fixtures '));
  project.provide('fixturesFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
