import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { hostRule, isPublicAddress } from './allowed-hosts.ts';
import { parseTarget, postJson } from './post.ts';

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['127.0.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::7f00:1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['2002:7f00:1::', false],
  ['localhost', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

test('hosts are compared by name, suffix or wildcard', () => {
  const rules = (host: string) =>
    hostRule(host, ['LocalHost', '*.bank.example', '::1', '10.0.0.1']);
  expect(['localhost', 'localhost.', '[::1]', '10.0.0.1'].map(rules)).toEqual(
    Array(4).fill('named'),
  );
  expect(['a.bank.example', 'a.b.bank.example'].map(rules)).toEqual(['pattern', 'pattern']);
  expect(['bank.example', 'xbank.example', '10.0.0.2', 'localhost.x'].map(rules)).toEqual(
    Array(4).fill('refused'),
  );
  expect(hostRule('x.example', ['*'])).toBe('pattern');
});

test('hosts of a pattern are called at public addresses by HTTPS only', async () => {
  expect(() => parseTarget('http://x.example/', ['*'])).toThrow('expected https');
  // Short and decimal forms are the same address to a URL.
  for (const url of ['https://127.0.0.1/', 'https://2130706433/', 'https://[::ffff:7f00:1]/'])
    expect(() => parseTarget(url, ['*'])).toThrow('private address');
  const sent = postJson('https://localhost:1/', { hosts: ['*'], headers: {}, body: '{}' });
  await expect(sent).rejects.toThrow('localhost has the private address');
});

test('redirects are not followed', async () => {
  const server = createServer((_request, answer) =>
    answer.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const options = { hosts: ['localhost'], headers: {}, body: '{}' };
  expect(await postJson(url, options)).toBe(302);
  server.close();
});
