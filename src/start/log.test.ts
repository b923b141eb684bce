import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const module = fileURLToPath(new URL('log.ts', import.meta.url));

function logged(level: string, value: unknown): string {
  const program = `const { createLog } = await import(${JSON.stringify(module)});
    createLog(${JSON.stringify(level)}).info(${JSON.stringify(value)}, 'asked');`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', program]).toString();
}

test('a line of the log holds no password, no token and no key', () => {
  const secret = 'correct horse';
  const line = logged('info', {
    req: {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        apikey: secret,
        cookie: `device=${secret}`,
        'x-admin-setup-token': secret,
        accept: 'text/html',
      },
    },
    body: { password: secret, token: secret, email: 'ann@bank.example' },
    session: { access_token: secret, refresh_token: secret },
  });
  expect(line).not.toContain(secret);
  expect(JSON.parse(line)).toMatchObject({
    msg: 'asked',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    req: { method: 'POST', headers: { authorization: '[removed]', accept: 'text/html' } },
    body: { password: '[removed]', email: 'ann@bank.example' },
    session: { access_token: '[removed]', refresh_token: '[removed]' },
  });
});

test('omits messages below the level', () => {
  expect(logged('error', { a: 1 })).toBe('');
});
