#!/usr/bin/env node
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

// npx takes the Node that was installed with the sandbox; an older one by itself can't read TypeScript.
if (!process.features.typescript) {
  process.stderr.write(
    `Node ${process.versions.node} is too old for this command. Run it as: npx --no-install sandbox, which takes the sandbox's own Node.\n`,
  );
  process.exit(1);
}

// What was compiled once is kept for the next command; where it can’t be kept, nothing is lost. This file is no
// TypeScript: what Node strips types with, a twentieth of a second, is then loaded only where something is new.
nodeModule.enableCompileCache(
  fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)),
);

await import('./main.ts');
