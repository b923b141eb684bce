import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineFileFunction, defineFormFunction, defineFunction } from './define.ts';
import { openApiDocument } from './open-api.ts';

const handle = () => Promise.reject(new Error('not called'));
const document = openApiDocument(
  [
    defineFunction({
      name: 'count-rows',
      summary: 'Counts rows.',
      audience: 'admin',
      body: z.strictObject({ scale: z.number().default(1), table: z.string() }),
      answer: z.discriminatedUnion('status', [
        z.strictObject({ status: z.literal('completed'), rows: z.int() }),
        z.strictObject({ status: z.literal('queued'), runId: z.uuid() }),
      ]),
      handle,
    }),
    defineFormFunction({
      name: 'send-rows',
      summary: 'Takes a file.',
      audience: 'session',
      fields: z.strictObject({ name: z.string().optional() }),
      answer: z.strictObject({ id: z.uuid() }),
      handle,
    }),
    defineFileFunction({
      name: 'sandbox-query',
      summary: 'Returns a file.',
      contentType: 'application/pdf',
      audience: 'public',
      body: z.strictObject({}),
      handle,
    }),
  ],
  { url: 'https://bank.example', version: '9.9.9' },
) as {
  openapi: string;
  info: object;
  servers: object;
  paths: Record<string, { post: Record<string, never> }>;
};

const postOf = (name: string) => document.paths[`/functions/v1/${name}`]!.post;

test('describes the host and each function by its path', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { version: '9.9.9' },
    servers: [{ url: 'https://bank.example' }],
  });
  expect(Object.keys(document.paths)).toEqual([
    '/functions/v1/count-rows',
    '/functions/v1/send-rows',
    '/functions/v1/sandbox-query',
  ]);
});

test('states who may call: any user, admins, or holders of an API key', () => {
  expect(postOf('count-rows')).toMatchObject({
    operationId: 'count-rows',
    summary: 'Counts rows.',
    description: 'Admins and superadmins.',
    security: [{ session: [] }],
    responses: { 202: {} },
  });
  expect(postOf('send-rows')).toMatchObject({ description: 'Any signed-in user.' });
  expect(postOf('send-rows').responses).not.toHaveProperty('202');
  expect(postOf('sandbox-query')).toMatchObject({ security: [{ apiKey: [] }, { session: [] }] });
});

test('fields with a default may be left out of a body, and are always in an answer', () => {
  const { requestBody, responses } = postOf('count-rows') as unknown as {
    requestBody: { content: Record<string, { schema: { required: string[] } }> };
    responses: Record<string, { content: Record<string, { schema: { required: string[] } }> }>;
  };
  expect(requestBody.content['application/json']!.schema.required).toEqual(['table']);
  const { oneOf } = responses[200]!.content['application/json']!.schema as unknown as {
    oneOf: { required: string[] }[];
  };
  expect(oneOf.map(({ required }) => required)).toEqual([
    ['status', 'rows'],
    ['status', 'runId'],
  ]);
});

test('a form has its fields and a required file; a file is bytes', () => {
  expect(postOf('send-rows')).toMatchObject({
    requestBody: {
      content: {
        'multipart/form-data': {
          schema: {
            required: ['file'],
            properties: {
              name: { type: 'string' },
              file: {
                type: 'string',
                format: 'binary',
                contentMediaType: 'application/octet-stream',
              },
            },
          },
        },
      },
    },
  });
  expect(postOf('sandbox-query')).toMatchObject({
    responses: { 200: { content: { 'application/pdf': {} } } },
  });
});
