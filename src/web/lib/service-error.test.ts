import { describe, expect, it } from 'vitest';
import { refusalOf, WITHOUT_WORDS } from '../data/call-function.ts';
import { check, messageOf, ServiceError, UNREACHABLE, unwrap } from './service-error.ts';

describe('messageOf', () => {
  it('gives the words of the service', () => {
    expect(messageOf(new ServiceError('Not yours'))).toBe('Not yours');
    expect(messageOf(new Error('Something else'))).toBe('Something else');
  });

  it('describes an unreachable host in one sentence, as each browser reports it', () => {
    for (const error of [
      // Chromium, Firefox, WebKit.
      new TypeError('Failed to fetch'),
      new TypeError('NetworkError when attempting to fetch resource.'),
      new Error('Load failed'),
    ]) {
      expect(messageOf(error)).toBe(UNREACHABLE);
    }
  });

  it('falls back if an error has no message', () => {
    expect(messageOf(new Error(''), 'The file could not be read.')).toBe(
      'The file could not be read.',
    );
    expect(messageOf(undefined)).toBe(UNREACHABLE);
  });
});

describe('check and unwrap', () => {
  it('throw the message, the code and the status of a refusal', () => {
    const error = { message: 'duplicate key', code: '23505' };
    expect(() => check({ error, status: 409 })).toThrow(ServiceError);
    try {
      unwrap({ data: null, error, status: 409 });
      expect.unreachable();
    } catch (thrown) {
      expect(thrown).toMatchObject({ message: 'duplicate key', code: '23505', status: 409 });
    }
  });

  it('returns the data without a refusal', () => {
    expect(unwrap({ data: [1, 2], error: null })).toEqual([1, 2]);
  });
});

describe('refusalOf', () => {
  it('finds the sentence where functions and where storage put it', () => {
    expect(
      refusalOf(400, { error: 'count must be at least 1', code: 'bad_request' }),
    ).toMatchObject({ message: 'count must be at least 1', code: 'bad_request', status: 400 });
    expect(refusalOf(413, { error: 'Payload too large', message: 'Too big' }).message).toBe(
      'Too big',
    );
  });

  it('names the status and the missing message if the body has none', () => {
    for (const body of [null, {}, { error: '' }, { message: 7 }]) {
      expect(refusalOf(502, body)).toMatchObject({
        message: 'The server answered 502.',
        code: WITHOUT_WORDS,
      });
    }
  });
});
