#!/usr/bin/env node
import { existsSync } from 'node:fs';
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

// npx runs the Node version installed with the sandbox; an older one cannot run TypeScript.
if (!process.features.typescript) {
  process.stderr.write(
    `Node ${process.versions.node} is too old for this command. Run npx --no-install sandbox, which uses the sandbox's own Node.\n`,
  );
  process.exit(1);
}

// Caches compiled code. As JavaScript, this file loads Node's type stripper only on a miss.
nodeModule.enableCompileCache(
  fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)),
);

// A package from npm pack has the program as JavaScript.
const source = new URL('./main.ts', import.meta.url);
await import(existsSync(source) ? source : new URL('../../program/cli/main.js', import.meta.url));
