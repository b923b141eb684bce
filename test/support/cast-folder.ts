import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    castFolder: string;
  }
}

/** A place where the first file that asks for a cast leaves it to the others; see `startCast`. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox cast '));
  project.provide('castFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
