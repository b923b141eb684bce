import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openTimeAuthority } from './time-authority.fixture.ts';
import { readTimestamp, timestampRequest, timestampTime } from './timestamp-token.ts';

const authority = openTimeAuthority();
const other = openTimeAuthority();
afterAll(() => {
  authority.close();
  other.close();
});
const data = Buffer.from('sandbox.example/log\n7\nAAAA\n');

test('a token of an openssl authority is valid for its bytes only', async () => {
  const before = Date.now() - 2000;
  const reply = authority.stamp(timestampRequest(data));
  const read = await readTimestamp(reply, data, [authority.authority]);
  expect(read.name).toContain('Test stamper');
  expect(read.at.getTime()).toBeGreaterThan(before);
  expect(timestampTime(reply)).toEqual(read.at);
  const changed = Buffer.from(data);
  changed[0]! ^= 1;
  await expect(readTimestamp(reply, changed, [authority.authority])).rejects.toThrow();
  await expect(readTimestamp(reply, data, [other.authority])).rejects.toThrow();
  await expect(readTimestamp(reply, data, [])).rejects.toThrow();
});

test('a token whose time or signature was changed is refused', async () => {
  const reply = authority.stamp(timestampRequest(data));
  const year = reply.indexOf(`${new Date().getUTCFullYear()}`, 0, 'latin1');
  for (const at of [year + 3, reply.length - 5]) {
    const changed = Buffer.from(reply);
    changed[at]! ^= 1;
    const read = readTimestamp(changed, data, [authority.authority]);
    await expect(read, `byte ${at}`).rejects.toThrow();
  }
  await expect(readTimestamp(Buffer.from('no'), data, [authority.authority])).rejects.toThrow(
    'Not a valid response',
  );
});

test('openssl itself verifies the token, and refuses it over other bytes', () => {
  const reply = authority.stamp(timestampRequest(data));
  const at = (name: string) => join(authority.folder, name);
  writeFileSync(at('checkpoint.txt'), data);
  writeFileSync(at('other.txt'), `${data}x`);
  writeFileSync(at('checkpoint.tsr'), reply);
  const verify = (file: string) =>
    execFileSync(
      'openssl',
      ['ts', '-verify', '-data', at(file), '-in', at('checkpoint.tsr'), '-CAfile', at('ca.pem')],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    ).toString();
  expect(verify('checkpoint.txt')).toContain('Verification: OK');
  expect(() => verify('other.txt')).toThrow(/message imprint mismatch|Command failed/);
});
