import { describe, expect, it } from 'vitest';
import { keyState } from '../../data/api-keys.ts';
import { parseQuery, queryExample, SAMPLE_BODY } from './query-examples.ts';

const url = 'https://sandbox.example/functions/v1/sandbox-query';

describe('examples', () => {
  it('name the address, the bearer key and the body in each language', () => {
    for (const language of ['curl', 'JavaScript', 'Python'] as const) {
      const text = queryExample(language, url, SAMPLE_BODY);
      expect(text).toContain(url);
      expect(text).toContain('Bearer');
      expect(text).toContain('transactions');
    }
  });

  it('survive an apostrophe in curl and truth in Python', () => {
    const body = { ...SAMPLE_BODY, filters: { city: "L'Aquila", aml_flag: true } };
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
      issue: 'filters must be JSON',
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
