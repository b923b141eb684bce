import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { renderAuthError } from './render-auth-error.ts';

test.each([
  [new Error('timeout exceeded when trying to connect'), 503, 'request_timeout'],
  [Object.assign(new Error('too many clients already'), { code: '53300' }), 503, 'request_timeout'],
  [new Error('anything else'), 500, 'unexpected_failure'],
])('%s is answered with %i, which the client tries again or not', async (error, status, code) => {
  const app = Fastify();
  app.setErrorHandler(renderAuthError);
  app.get('/', async () => {
    throw error;
  });
  const answer = await app.inject({ url: '/' });
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toMatchObject({ code: status, error_code: code });
});
