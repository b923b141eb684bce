import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

test('without settings the sandbox listens on loopback and keeps its data in the project folder', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('./data'),
    logKeyFile: resolve('./data/log-key'),
    secretKeyFile: resolve('./data/secret-key'),
    databaseUrl: undefined,
    objectStore: undefined,
    captcha: undefined,
    mailFrom: 'no-reply@localhost',
    cacheBytes: 4_294_967_296,
    diskReserveBytes: undefined,
    workers: 1,
    logLevel: 'info',
    denyCommonPasswords: false,
    redirectAllowList: [],
    trustProxy: [],
    webhookHosts: [],
    identityProviders: {},
    sessions: {},
  });
});

test.each([
  ['PORT', '8080', { port: 8080, publicUrl: 'http://localhost:8080' }],
  ['DATA_DIR', '/srv/data', { dataDir: '/srv/data', logKeyFile: '/srv/data/log-key' }],
  [
    'LOG_KEY_FILE',
    '/keys/log',
    { logKeyFile: '/keys/log', secretKeyFile: resolve('data/secret-key') },
  ],
  ['SECRET_KEY_FILE', '/keys/secret', { secretKeyFile: '/keys/secret' }],
  [
    'PUBLIC_URL',
    ' https://sandbox.example:8443/bank// ',
    { publicUrl: 'https://sandbox.example:8443/bank', mailFrom: 'no-reply@sandbox.example' },
  ],
  ['WEBHOOK_HOSTS', 'localhost, *.bank.example', { webhookHosts: ['localhost', '*.bank.example'] }],
  ['MAIL_FROM', 'bank@mail.example', { mailFrom: 'bank@mail.example' }],
  ['DISK_RESERVE_MB', '1.5', { diskReserveBytes: 1_572_864 }],
  ['DISK_RESERVE_MB', '0', { diskReserveBytes: 0 }],
  ['SESSION_HOURS', '12', { sessions: { longestSeconds: 43_200 } }],
  ['SESSION_IDLE_HOURS', '0.5', { sessions: { idleSeconds: 1800 } }],
  ['TRUST_PROXY', '10.0.0.1, 10.0.0.2,', { trustProxy: ['10.0.0.1', '10.0.0.2'] }],
  ['REDIRECT_ALLOW_LIST', 'https://a.example', { redirectAllowList: ['https://a.example'] }],
  ['PASSWORD_DENY_COMMON', '1', { denyCommonPasswords: true }],
  ['PASSWORD_DENY_COMMON', 'true', { denyCommonPasswords: true }],
  ['PASSWORD_DENY_COMMON', '0', { denyCommonPasswords: false }],
  ['WORKERS', '0', { workers: 0 }],
  ['METRICS_TOKEN', ' t ', { metricsToken: 't' }],
])('%s=%s', (name, value, expected) => {
  expect(readConfig({ [name]: value })).toMatchObject(expected);
});

describe('values that are refused', () => {
  test.each([
    ['PORT', '65536'],
    ['PORT', '1.5'],
    ['WORKERS', '65'],
    ['CACHE_BYTES', '-1'],
    ['DISK_RESERVE_MB', 'much'],
    ['LOG_LEVEL', 'loud'],
    ['PASSWORD_DENY_COMMON', 'yes'],
    ['SESSION_HOURS', '8761'],
    ['SESSION_HOURS', '0'],
    ['IDENTITY_PROVIDERS', '{staff}'],
    ['CAPTCHA_PROVIDER', 'riddle'],
  ])('%s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  test.each(['sandbox', 'sandbox.example:8443', 'localhost:3000', 'ftp://sandbox.example'])(
    'PUBLIC_URL=%s is no address that a browser opens',
    (value) => {
      expect(() => readConfig({ PUBLIC_URL: value })).toThrow(
        'PUBLIC_URL must be an address such as https://sandbox.example',
      );
    },
  );
});
