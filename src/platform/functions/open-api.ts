import { z } from 'zod';
import type { FunctionDefinition } from './define.ts';

const AUDIENCES = {
  public: 'Anyone; see the summary for what it checks itself.',
  session: 'Any signed-in user.',
  admin: 'Admins and superadmins.',
  superadmin: 'Superadmins.',
};

const json = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });

const formSchema = (fields: z.ZodObject | undefined) => ({
  type: 'object',
  required: ['file'],
  properties: {
    ...(fields ? json(fields, 'input').properties : {}),
    file: { type: 'string', contentMediaType: 'application/octet-stream' },
  },
});

export function openApiDocument(
  functions: readonly FunctionDefinition[],
  host: { url: string; version: string },
): Record<string, unknown> {
  const failure = { $ref: '#/components/responses/Failure' };
  const paths = Object.fromEntries(
    functions.map((definition) => [
      `/functions/v1/${definition.name}`,
      {
        post: {
          operationId: definition.name,
          summary: definition.summary,
          description: AUDIENCES[definition.audience],
          security: definition.name === 'sandbox-query' ? [{ apiKey: [] }] : [{ session: [] }],
          requestBody: {
            required: true,
            content:
              definition.body === 'form'
                ? {
                    'multipart/form-data': {
                      schema: formSchema(definition.fields),
                    },
                  }
                : { 'application/json': { schema: json(definition.body, 'input') } },
          },
          responses: {
            200: {
              description: 'Done',
              content:
                definition.answer === 'file'
                  ? { 'application/octet-stream': {} }
                  : { 'application/json': { schema: json(definition.answer, 'output') } },
            },
            default: failure,
          },
        },
      },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: { title: 'Synthetic Banking Sandbox', version: host.version },
    servers: [{ url: host.url }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A key created on /api' },
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token',
        },
      },
      responses: {
        Failure: {
          description: 'Error',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['error', 'code'],
                properties: { error: { type: 'string' }, code: { type: 'string' } },
              },
            },
          },
        },
      },
    },
  };
}
