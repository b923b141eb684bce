import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { startStorageHost } from './storage-host.fixture.ts';

const MEGABYTES = 400;

const host = startBeforeTests(startStorageHost);
beforeAll(async () => {
  await host.db.database.owner.query("insert into storage.buckets (id, name) values ('b', 'b')");
});

/** Sends from another process, so that the measured memory is the server's. */
const CLIENT = `
  const [url, kind] = process.argv.slice(1);
  const chunk = Buffer.alloc(1 << 20, 'abcdefgh');
  const form = kind === 'form';
  async function* body() {
    if (form) yield Buffer.from('--x\\r\\ncontent-disposition: form-data; name=""; filename="a"\\r\\ncontent-type: text/csv\\r\\n\\r\\n');
    for (let i = 0; i < ${MEGABYTES}; i++) yield chunk;
    if (form) yield Buffer.from('\\r\\n--x--\\r\\n');
  }
  const answer = await fetch(url, {
    method: 'POST',
    body: body(),
    duplex: 'half',
    headers: {
      authorization: 'Bearer sb_secret_test',
      'content-type': form ? 'multipart/form-data; boundary=x' : 'text/csv',
    },
  });
  console.log(answer.status);`;

test.skipIf(!process.env.TEST_LONG).each(['raw', 'form'])(
  `${MEGABYTES} MB as %s pass through without being held`,
  async (kind) => {
    const before = process.memoryUsage().rss;
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss - before);
    }, 20);
    const started = performance.now();
    const client = spawn(
      process.execPath,
      ['--input-type=module', '-e', CLIENT, `${host.url}/object/b/${kind}.bin`, kind],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const status = (await text(client.stdout)).trim();
    clearInterval(watch);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.error(`${kind}: ${seconds} s, ${Math.round(peak / 1e6)} MB more`);
    expect(status).toBe('200');
    const { data } = await host.service.storage.from('b').info(`${kind}.bin`);
    expect(data!.size).toBe(MEGABYTES * 1024 * 1024);
    expect(peak).toBeLessThan(200e6);
  },
  120_000,
);
