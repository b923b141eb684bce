import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    fixturesFolder: string;
  }
}

/** Creates the folder through which test files share fixtures; see `startAuthFixtures`. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox fixtures '));
  project.provide('fixturesFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
