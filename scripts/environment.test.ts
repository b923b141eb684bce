import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const namesIn = (file: string, pattern: RegExp) =>
  new Set([...text(file).matchAll(pattern)].map(([, name]) => name!));

const read = namesIn('src/start/config.ts', /^ {2}([A-Z][A-Z_]+): /gm);

test('every variable that the server reads is in the docs, .env.example and compose.yaml', () => {
  expect(read.size).toBeGreaterThan(15);
  const names = [...read];
  const documented = namesIn('docs/operations/install.md', /^\| `([A-Z_]+)` \|/gm);
  const exemplified = namesIn('.env.example', /^(?:# )?([A-Z_]+)=/gm);
  const passed = namesIn('compose.yaml', /^ {6}([A-Z_]+): /gm);
  // Inside the container the Dockerfile fixes these, and compose sets the address.
  const container = ['HOST', 'PORT', 'DATA_DIR'];
  for (const name of documented) expect(names, `config.ts: ${name}`).toContain(name);
  for (const name of names) {
    expect(documented, `install.md: ${name}`).toContain(name);
    expect(exemplified, `.env.example: ${name}`).toContain(name);
    if (!container.includes(name)) expect(passed, `compose.yaml: ${name}`).toContain(name);
  }
});

test('variables that compose.yaml requires are in .env.example', () => {
  for (const name of namesIn('compose.yaml', /\$\{([A-Z_]+):\?/g)) {
    expect(text('.env.example')).toMatch(new RegExp(`^(# )?${name}=`, 'm'));
  }
});
