import { expect, it } from 'vitest';
import { operationsOf } from './open-api.ts';

it('lists operations by path with body and good answer', () => {
  const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
  const operations = operationsOf({
    openapi: '3.1.0',
    paths: {
      '/b': {
        post: { summary: 'B', requestBody: json(1), responses: { 400: json(2), 200: json(3) } },
      },
      '/a': { get: {} },
    },
  });
  expect(operations).toEqual([
    { method: 'GET', path: '/a', summary: '', body: undefined, answer: undefined },
    { method: 'POST', path: '/b', summary: 'B', body: 1, answer: 3 },
  ]);
});
