#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// What was compiled once is kept for the next command; where it can’t be kept, nothing is lost. This file is no
// TypeScript: what Node strips types with, a twentieth of a second, is then loaded only where something is new.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node', import.meta.url)));

await import('./main.ts');
