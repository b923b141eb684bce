import { describe, expect, it } from 'vitest';
import { keyState } from '../../data/api-keys.ts';
import { exampleOf, parseQuery, queryExample } from './query-examples.ts';

const url = 'https://sandbox.example/functions/v1/sandbox-query';

const newest = { txn_id: 'T1', amount: -42.5, channel: 'POS' };
const { body: example } = exampleOf(newest);

describe('examples', () => {
  it('ask for what the newest transaction has, and show it as the answer', () => {
    expect(exampleOf(newest)).toEqual({
      body: { table: 'transactions', limit: 1, filters: { channel: 'POS' } },
      answer: { status: 'success', count: 1, data: [newest] },
    });
    expect(exampleOf(null).answer).toEqual({ status: 'success', count: 0, data: [] });
  });

  it('name the address, the bearer key and the body in each language', () => {
    for (const language of ['curl', 'JavaScript', 'Python'] as const) {
      const text = queryExample(language, url, example);
      expect(text).toContain(url);
      expect(text).toContain('Bearer');
      expect(text).toContain('transactions');
    }
  });

  it('survive an apostrophe in curl and truth in Python', () => {
    const body = { ...example, filters: { city: "L'Aquila", aml_flag: true } };
    expect(queryExample('curl', url, body)).toContain("L'\\''Aquila");
    expect(queryExample('Python', url, body)).toContain('"aml_flag": True');
  });
});

describe('parseQuery', () => {
  const values = { table: 'customers', limit: '10', filters: '' };
  it('takes limits from 1 to 1000 and an object of filters', () => {
    expect(parseQuery(values)).toEqual({
      kind: 'body',
      body: { table: 'customers', limit: 10, filters: {} },
    });
    expect(parseQuery({ ...values, limit: '1001' }).kind).toBe('issue');
    expect(parseQuery({ ...values, filters: '[1]' }).kind).toBe('issue');
    expect(parseQuery({ ...values, filters: '{' })).toMatchObject({
      issue: { field: 'filters', message: 'filters must be JSON' },
    });
  });
});

it('a key is revoked before it is expired, and active otherwise', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  const past = '2026-01-01T00:00:00Z';
  expect(keyState({ revoked_at: past, expires_at: past }, now)).toBe('revoked');
  expect(keyState({ revoked_at: null, expires_at: past }, now)).toBe('expired');
  expect(keyState({ revoked_at: null, expires_at: null }, now)).toBe('active');
});
