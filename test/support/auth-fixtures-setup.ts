import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { databasesFolder } from './databases-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    fixturesFolder: string;
  }
}

/** Creates the folder through which test files share fixtures; see `startAuthFixtures`. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(databasesFolder(), 'sandbox fixtures '));
  project.provide('fixturesFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
