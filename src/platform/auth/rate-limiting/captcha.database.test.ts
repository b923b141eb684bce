import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthHost, startAuthHost } from '../../../../test/support/auth-host.ts';
import { siteVerifyCaptcha } from './captcha.ts';

let host: AuthHost;
let judge: Server;
const verified: Record<string, string>[] = [];

beforeAll(async () => {
  judge = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const form = Object.fromEntries(new URLSearchParams(text));
    verified.push(form);
    if (form.response === 'broken') response.writeHead(500).end('no');
    else response.end(JSON.stringify({ success: form.response === 'a person' }));
  });
  await new Promise<void>((resolve) => judge.listen(0, '127.0.0.1', resolve));
  const { port } = judge.address() as AddressInfo;
  host = await startAuthHost(() => [], {
    captcha: siteVerifyCaptcha({ verifyUrl: `http://127.0.0.1:${port}`, secret: 'shared' }),
  });
  await host.addUser('captcha@bank.example', 'a good password');
});
afterAll(async () => {
  await host.close();
  await new Promise((resolve) => judge.close(resolve));
});

test('sign-in and reset need a proof that the provider accepts', async () => {
  const signIn = (captchaToken?: string) =>
    host.client().auth.signInWithPassword({
      email: 'captcha@bank.example',
      password: 'a good password',
      options: captchaToken === undefined ? {} : { captchaToken },
    });
  for (const token of [undefined, 'a robot', 'broken']) {
    expect((await signIn(token)).error).toMatchObject({ status: 400, code: 'captcha_failed' });
  }
  expect((await signIn('a person')).error).toBeNull();
  expect(verified.at(-1)).toEqual({
    secret: 'shared',
    response: 'a person',
    remoteip: '127.0.0.1',
  });
  const reset = (captchaToken: string) =>
    host.client().auth.resetPasswordForEmail('captcha@bank.example', { captchaToken });
  expect((await reset('a robot')).error?.code).toBe('captcha_failed');
  expect((await reset('a person')).error).toBeNull();
});
