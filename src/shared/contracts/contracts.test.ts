import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { createApiKeyBody, sandboxQueryBody } from './access.ts';
import { analyzeTransactionsBody, previewThresholdBody } from './analysis.ts';
import { readBatchRowsBody } from './batches.ts';
import { exportBatchBody } from './export.ts';
import {
  createBlendBody,
  generateCustomersBody,
  generateFromIngestionBody,
  generateTransactionsBody,
} from './generation.ts';
import {
  adminUpsertSuperadminBody,
  createUserBody,
  requestPasswordResetBody,
  resetSuperadminBody,
} from './identity.ts';
import { capReachedText, isCapReached } from './report-cap.ts';

const id = '6f1c1c52-4a37-4c0a-9d1c-0d4b0f0f5a11';

function refusalOf(schema: z.ZodType, body: unknown): string {
  const { error } = schema.safeParse(body);
  return error?.issues[0]?.message ?? 'taken';
}

describe('bodies of generation', () => {
  test('omitted fields have the default of their table', () => {
    expect(generateCustomersBody.parse({})).toEqual({ count: 100 });
    expect(generateTransactionsBody.parse({})).toEqual({ count: 1000 });
    expect(generateFromIngestionBody.parse({ manifest_id: id })).toMatchObject({ count: 50 });
  });

  test.each<[object, string]>([
    [{ count: 1 }, 'taken'],
    [{ count: 1_000_000_000 }, 'taken'],
    [{ count: 0 }, 'count must be at least 1'],
    [{ count: 1_000_000_001 }, 'count must be at most 1000000000'],
    [{ count: 1.5 }, 'count must be a whole number'],
    [{ country: 'de' }, 'Must be a country code of two letters'],
    [{ start_date: '2026-02-30' }, 'Must be a date, YYYY-MM-DD'],
    [{ start_date: '2026-02-28', end_date: '2026-11-22', country: 'DE' }, 'taken'],
  ])('simulated: %j: %s', (body, expected) => {
    expect(refusalOf(generateCustomersBody, body)).toBe(expected);
  });

  test('refuses unknown fields instead of dropping them', () => {
    expect(refusalOf(generateCustomersBody, { cuont: 5 })).toContain('cuont');
  });

  const SEED = 'Must be a whole number from 0 to 18446744073709551615';
  test.each([
    ['0', 'taken'],
    ['18446744073709551615', 'taken'],
    ['18446744073709551616', SEED],
    ['99999999999999999999', SEED],
    ['-1', SEED],
    ['1.5', SEED],
    ['', SEED],
  ])('a seed of %j: %s', (seed, expected) => {
    const preview = { manifestId: id, threshold: { method: 'capacity', rows: 5 }, seed };
    expect(refusalOf(previewThresholdBody, preview)).toBe(expected);
    const isTaken = (schema: z.ZodType, body: object) =>
      schema.safeParse({ ...body, seed }).success;
    for (const [schema, body] of [
      [generateCustomersBody, {}],
      [generateFromIngestionBody, { manifest_id: id }],
      [createBlendBody, { manifest_id: id, real_share: 0.5, count: 10 }],
      [analyzeTransactionsBody, { manifestId: id, datasetRef: 'a.csv' }],
    ] as const)
      expect(isTaken(schema, body)).toBe(expected === 'taken');
  });

  test.each<[object, string]>([
    [{ mode: 'private', epsilon: 10, mechanism: 'aim' }, 'taken'],
    [{ mode: 'private', epsilon: 0 }, 'epsilon must be above 0'],
    [
      { mode: 'private', epsilon: 10.1 },
      'epsilon must be at most 10: larger values give little protection',
    ],
    [{ mode: 'balanced', epsilon: 3 }, 'epsilon applies only to the private mode'],
    [{ mechanism: 'mst' }, 'mechanism applies only to the private mode'],
    [{ mode: 'private', mechanism: 'pgm' }, 'mechanism must be mst or aim'],
    [{ name: ' ' }, 'Too small: expected string to have >=1 characters'],
    [{ rebalance: { column: 'flag', shares: { yes: 0.4, no: 0.6 } } }, 'taken'],
    [{ rebalance: { column: 'flag', shares: {} } }, 'At least one share is required'],
    [{ rebalance: { column: 'flag', shares: { yes: 1.1 } } }, 'Shares must be from 0 to 1'],
    [
      { rebalance: { column: 'flag', shares: { yes: 0.5, no: 0.51 } } },
      'Shares must not exceed 1 in total',
    ],
    [{ count: 1_000_000, rebalance: { column: 'flag', shares: { yes: 0.4 } } }, 'taken'],
    [
      { count: 1_000_001, rebalance: { column: 'flag', shares: { yes: 0.4 } } },
      'A rebalanced batch has at most 1000000 rows',
    ],
  ])('from an upload: %j: %s', (body, expected) => {
    expect(refusalOf(generateFromIngestionBody, { manifest_id: id, ...body })).toBe(expected);
  });

  test.each<[object, string]>([
    [{ real_share: 0, count: 1 }, 'taken'],
    [{ real_share: 1, count: 250_000 }, 'taken'],
    [{ real_share: 1.01, count: 1 }, 'real_share must be from 0 to 1'],
    [{ real_share: 1, count: 250_001 }, 'count must be at most 250000'],
    [{ real_share: 1, count: 1, manifest_id: 'x' }, 'Please select a valid dataset'],
  ])('a blend: %j: %s', (body, expected) => {
    expect(refusalOf(createBlendBody, { manifest_id: id, ...body })).toBe(expected);
  });
});

describe('bodies of analyses', () => {
  const of = (more: object) => refusalOf(analyzeTransactionsBody, { datasetRef: 'a.csv', ...more });

  test('one source, a dataset or a batch', () => {
    expect(of({ manifestId: id })).toBe('taken');
    expect(of({ batchId: id })).toBe('taken');
    expect(of({ batchId: 'x' })).toBe('Please select a valid batch');
    for (const both of [{}, { manifestId: id, batchId: id }])
      expect(of(both)).toBe('Please select a valid dataset');
  });

  test.each<[object, boolean]>([
    [{ method: 'capacity', rows: 5000 }, true],
    [{ method: 'capacity', rows: 5001 }, false],
    [{ method: 'capacity', rows: 0 }, false],
    [{ method: 'percentile', share: 0.5 }, true],
    [{ method: 'percentile', share: 0 }, false],
    [{ method: 'peaks', risk: 0.1 }, true],
    [{ method: 'peaks', risk: 0.11 }, false],
    [{ method: 'false-discovery', alpha: 0.05, baselineId: id }, true],
    [{ method: 'false-discovery', alpha: 0.05 }, false],
    [{ method: 'score', score: 0 }, true],
    [{ method: 'score', score: 1.01 }, false],
    [{ method: 'score', score: 1, rows: 5 }, false],
    [{ method: 'guess' }, false],
  ])('a threshold %j: %s', (threshold, isTaken) => {
    expect(of({ manifestId: id, threshold }) === 'taken').toBe(isTaken);
  });
});

describe('bodies of reads and exports', () => {
  test.each<[object, string]>([
    [{ table: 'customers' }, 'taken'],
    [{ table: 'profiles' }, 'table must be customers, accounts or transactions'],
    [{ table: 'customers', limit: 1000 }, 'taken'],
    [{ table: 'customers', limit: 1001 }, 'limit must be at most 1000'],
    [{ table: 'customers', filters: { city: {} } }, 'A filter needs a comparison'],
    [{ table: 'customers', filters: { city: null, age: { gte: 5, lt: 9 } } }, 'taken'],
    [
      {
        table: 'customers',
        filters: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`c${i}`, 1])),
      },
      'At most 20 filters',
    ],
  ])('%j: %s', (body, expected) => {
    const messages = refusalOf(sandboxQueryBody, body);
    // A filter is a union; the error explains each member.
    expect(messages === 'Invalid input' ? 'A filter needs a comparison' : messages).toBe(expected);
  });

  test('an API key has a name, tables, and an end with its zone, or none', () => {
    const key = { name: ' reporting ', tables: ['customers'] };
    expect(createApiKeyBody.parse(key)).toEqual({
      name: 'reporting',
      tables: ['customers'],
      scopes: ['read'],
      rate_limit: 3000,
      expires_at: null,
    });
    expect(refusalOf(createApiKeyBody, { ...key, name: ' ' })).toBe('A name is required');
    expect(refusalOf(createApiKeyBody, { ...key, tables: [] })).toBe('Choose at least one table');
    expect(createApiKeyBody.parse({ name: 'ci', scopes: ['generate'] }).tables).toEqual([]);
    expect(refusalOf(createApiKeyBody, { ...key, scopes: ['generate'] })).toBe(
      'Tables apply only to the scope read',
    );
    const until = (expires_at: string) => refusalOf(createApiKeyBody, { ...key, expires_at });
    expect(until('2026-11-22T10:00:00+01:00')).toBe('taken');
    expect(until('2026-11-22T10:00:00')).not.toBe('taken');
  });

  test('rows of a batch are read by pages', () => {
    expect(readBatchRowsBody.parse({ batch_id: id })).toMatchObject({ offset: 0, limit: 50 });
    expect(refusalOf(readBatchRowsBody, { batch_id: id, offset: 100_001 })).toBe(
      'offset must be at most 100000; the file contains all rows',
    );
    expect(refusalOf(readBatchRowsBody, { batch_id: id, limit: 201 })).not.toBe('taken');
  });

  test.each<[object, string]>([
    [{ format: 'source', account: 'A1', from: '2026-01-01', currency: 'EUR' }, 'taken'],
    [{ format: 'camt.053' }, 'taken'],
    [{ format: 'csv', currency: 'eur' }, 'Must be a currency code of three letters'],
    [{ format: 'csv', to: '1.1.2026' }, 'Must be a date, YYYY-MM-DD'],
  ])('an export %j: %s', (body, expected) => {
    expect(refusalOf(exportBatchBody, { batch_id: id, ...body })).toBe(expected);
  });
});

describe('bodies of accounts', () => {
  const user = { email: 'ann@bank.example', password: 'secret', org_id: id };
  test.each<[object, string]>([
    [{}, 'taken'],
    [{ email: ' ann@bank.example ' }, 'taken'],
    [{ email: 'ann' }, 'Invalid email format'],
    [{ email: `${'a'.repeat(255)}@bank.example` }, 'Email must be less than 255 characters'],
    [{ password: '12345' }, 'Password must be at least 6 characters'],
    [{ password: 'a'.repeat(73) }, 'Password too long'],
    [{ org_id: '' }, 'Organization is required'],
    [{ role: 'superadmin' }, 'Role must be pilot_user or admin'],
  ])('a member %j: %s', (body, expected) => {
    const { error } = createUserBody.safeParse({ ...user, ...body });
    const messages = error?.issues.map(({ message }) => message) ?? ['taken'];
    expect(messages).toContain(expected);
  });

  test('a member is a user by default, a superadmin never', () => {
    expect(createUserBody.parse(user).role).toBe('pilot_user');
    expect(
      adminUpsertSuperadminBody.parse({ email: user.email, password: 'a'.repeat(10) }),
    ).toMatchObject({ role: 'superadmin' });
  });

  test('a superadmin has a longer password', () => {
    const body = { email: user.email, password: 'a'.repeat(9) };
    for (const schema of [adminUpsertSuperadminBody, resetSuperadminBody])
      expect(refusalOf(schema, body)).toBe('Password must be at least 10 characters');
    expect(refusalOf(resetSuperadminBody, { ...body, email: 'ann' })).toBe('Enter a valid email');
  });

  test('a reset request trims the address', () => {
    expect(requestPasswordResetBody.parse({ email: ' ann@bank.example' })).toEqual({
      email: 'ann@bank.example',
    });
  });
});

test('why a batch was not measured is known again by its words', () => {
  expect(capReachedText(5)).toBe(
    'not scored: 5 batches of this dataset have been measured, which is as many as may be; repeated reports increase disclosure risk. An administrator can allow more.',
  );
  expect(isCapReached(capReachedText(5))).toBe(true);
  expect(isCapReached('Too few holdout rows.')).toBe(false);
  expect(isCapReached(null)).toBe(false);
});
