import { describe, expect, it } from 'vitest';
import {
  ADVANCED_HEADERS,
  BASIC_HEADERS,
  checkHeaders,
  headersValidatedMessage,
} from './ingestion-headers.ts';

describe('checkHeaders (specification, section 5)', () => {
  it('takes the basic set in any order, case and padding, and other columns', () => {
    const headers = [...BASIC_HEADERS].reverse().map((header) => ` ${header.toUpperCase()} `);
    expect(checkHeaders([...headers, 'note'])).toEqual({ kind: 'valid', template: 'Basic' });
  });

  it('calls a file Advanced only when every advanced column is there', () => {
    expect(checkHeaders([...BASIC_HEADERS, ...ADVANCED_HEADERS])).toEqual({
      kind: 'valid',
      template: 'Advanced',
    });
    expect(checkHeaders([...BASIC_HEADERS, ...ADVANCED_HEADERS.slice(1)])).toEqual({
      kind: 'valid',
      template: 'Basic',
    });
  });

  it('names missing headers', () => {
    expect(checkHeaders(['amount', 'currency', 'transaction id'])).toEqual({
      kind: 'missing',
      missing: BASIC_HEADERS.filter((header) => header !== 'amount' && header !== 'currency'),
    });
  });

  it('names the number of records, ungrouped', () => {
    expect(headersValidatedMessage(1000, 'Basic')).toBe(
      'Headers validated — 1000 records detected (Basic template)',
    );
  });
});
