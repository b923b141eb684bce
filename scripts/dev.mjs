/** Starts the sandbox for development: rebuilds pages and restarts the server on changes. */
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const buildWeb = () =>
  spawnSync(process.execPath, [join(root, 'scripts', 'build-web.mjs')], { stdio: 'inherit' });

buildWeb();
let timer;
for (const folder of ['src/web', 'src/shared']) {
  watch(join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(buildWeb, 300);
  });
}

const watched = [
  'src/platform',
  'src/product',
  'src/engines',
  'src/shared',
  'src/start',
  'migrations',
];
const server = spawn(
  process.execPath,
  [
    ...watched.map((path) => `--watch-path=${join(root, path)}`),
    join(root, 'src', 'start', 'main.ts'),
  ],
  { cwd: root, stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => process.exit(code ?? 0));
