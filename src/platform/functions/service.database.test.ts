import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type ProductHost, startProductHost } from '../../../test/support/product-host.ts';
import { AppError } from '../../shared/errors.ts';
import {
  type Audience,
  accountOf,
  defineFileFunction,
  defineFormFunction,
  defineFunction,
  type FunctionDefinition,
} from './define.ts';

const nothing = z.strictObject({});
const account = z.strictObject({ email: z.string().nullable(), role: z.string().nullable() });

const whoCalls = (audience: Audience): FunctionDefinition =>
  defineFunction({
    name: `for-${audience}`,
    summary: '',
    audience,
    body: nothing,
    answer: account,
    handle: async (call) => ({
      email: call.account?.email ?? null,
      role: call.account?.role ?? null,
    }),
  });

/** Raises an SQLSTATE in the database, as triggers and procedures do. */
const raises = (database: ProductHost['db']['database'], state: string): Promise<never> =>
  database.owner.query(
    `do $$ begin raise exception 'The rule was broken' using errcode = '${state}'; end $$`,
  ) as Promise<never>;

const failures: Record<string, (host: ProductHost) => Promise<never>> = {
  confirm: async () => {
    throw new AppError('confirmation_needed', 'Sure?', { detail: { lines: 3 } });
  },
  hidden: async () => {
    throw new AppError('conflict', 'It exists.', { detail: { secret: 1 } });
  },
  later: async () => {
    throw new AppError('rate_limited', 'Slow down.', { retryAfter: 7 });
  },
  bug: async () => {
    throw new TypeError('x is undefined, password=hunter2');
  },
  ...Object.fromEntries(
    ['PT400', 'PT401', 'PT403', 'PT404', 'PT409', 'PT413', '22003', '22021', '57014', '42501'].map(
      (state) => [state, (own: ProductHost) => raises(own.db.database, state)],
    ),
  ),
};

let host: ProductHost;
let tokens: Record<'pilot_user' | 'admin' | 'superadmin', string>;

beforeAll(async () => {
  host = await startProductHost(() => [
    ...(['public', 'session', 'admin', 'superadmin'] as const).map(whoCalls),
    defineFunction({
      name: 'fail',
      summary: '',
      audience: 'public',
      body: z.strictObject({ how: z.string() }),
      answer: nothing,
      handle: ({ body }) => failures[body.how]!(host),
    }),
    defineFileFunction({
      name: 'file',
      summary: '',
      audience: 'session',
      body: nothing,
      handle: async () => ({
        name: 'rows.csv',
        contentType: 'text/csv',
        bytes: Buffer.from('a,b\n'),
      }),
    }),
    defineFormFunction({
      name: 'form',
      summary: '',
      audience: 'session',
      fields: nothing,
      answer: z.strictObject({ name: z.string(), email: z.string() }),
      handle: async (call) => {
        const part = await call.request.file();
        await part!.toBuffer();
        return { name: part!.filename, email: accountOf(call).email };
      },
    }),
  ]);
  const token = async (role: keyof typeof tokens) =>
    (await host.member(`${role}@functions.example`, role)).token;
  tokens = {
    pilot_user: await token('pilot_user'),
    admin: await token('admin'),
    superadmin: await token('superadmin'),
  };
});
afterAll(() => host.close());

test.each([
  ['public', [200, 200, 200, 200]],
  ['session', [401, 200, 200, 200]],
  ['admin', [401, 403, 200, 200]],
  ['superadmin', [401, 403, 403, 200]],
] as const)(
  'a function for %s admits nobody, users, admins, superadmins: %j',
  async (audience, expected) => {
    const statuses = [];
    for (const token of [undefined, tokens.pilot_user, tokens.admin, tokens.superadmin])
      statuses.push((await host.call(`for-${audience}`, {}, token ? { token } : {})).status);
    expect(statuses).toEqual(expected);
  },
);

test('a function knows who calls, also where anyone may', async () => {
  const { body } = await host.call('for-public', {}, { token: tokens.admin });
  expect(body).toEqual({ email: 'admin@functions.example', role: 'admin' });
  expect((await host.call('for-public', {})).body).toEqual({ email: null, role: null });
});

test('refusals of the database have a status; messages about encodings and time are its own', async () => {
  const answers: Record<string, [number, unknown, unknown]> = {};
  for (const how of Object.keys(failures).filter((name) => name !== 'bug')) {
    const { status, body } = await host.call('fail', { how });
    answers[how] = [status, body.code, body.error];
  }
  const rule = 'The rule was broken';
  expect(answers).toEqual({
    confirm: [409, 'confirmation_needed', 'Sure?'],
    hidden: [409, 'conflict', 'It exists.'],
    later: [429, 'rate_limited', 'Slow down.'],
    PT400: [400, 'bad_request', rule],
    PT401: [401, 'unauthenticated', 'Not authenticated'],
    PT403: [403, 'forbidden', rule],
    PT404: [404, 'not_found', rule],
    PT409: [409, 'conflict', rule],
    PT413: [413, 'too_large', rule],
    22003: [400, 'bad_request', rule],
    22021: [400, 'bad_request', expect.stringContaining('zero character')],
    57014: [400, 'bad_request', expect.stringContaining('took too long')],
    42501: [403, 'forbidden', rule],
  });
});

test('details leave the server only with a question; a delay is a header', async () => {
  expect((await host.call('fail', { how: 'confirm' })).body.detail).toEqual({ lines: 3 });
  expect((await host.call('fail', { how: 'hidden' })).body.detail).toBeUndefined();
  const answer = await fetch(`${host.url}/functions/v1/fail`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ how: 'later' }),
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
});

test('an unexpected error leaves without its text', async () => {
  expect(await host.call('fail', { how: 'bug' })).toMatchObject({
    status: 500,
    body: {
      error: 'Something went wrong on the server. Nothing was changed.',
      code: 'internal',
    },
  });
});

test('a body that is no JSON is a wrong request', async () => {
  const answer = await fetch(`${host.url}/functions/v1/for-session`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tokens.pilot_user}`,
      'content-type': 'application/json',
    },
    body: '{"a":',
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'bad_request' }]);
});

test('forms, files, other bodies and unknown names', async () => {
  const token = tokens.pilot_user;
  const form = new FormData();
  form.set('file', new File(['a'], 'rows.csv'));
  expect((await host.call('form', form, { token })).body).toEqual({
    name: 'rows.csv',
    email: 'pilot_user@functions.example',
  });
  const sent = new FormData();
  sent.set('file', new File(['a'], 'rows.csv'));
  expect(await host.call('for-session', sent, { token })).toMatchObject({ status: 415 });
  const file = await host.call('file', {}, { token });
  expect([file.status, file.bytes.toString()]).toEqual([200, 'a,b\n']);
  expect(await host.call('for-session', { more: 1 }, { token })).toMatchObject({
    status: 400,
    body: { error: 'Unknown key: more' },
  });
  expect(await host.call('nothing', {}, { token })).toMatchObject({
    status: 404,
    body: { error: 'Function not found', code: 'not_found' },
  });
  expect(await host.call('for-session', {}, { token: `${token}x` })).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  });
});
