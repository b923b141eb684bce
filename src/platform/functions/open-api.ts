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

const descriptionOf = ({ audience, scope }: FunctionDefinition) =>
  scope === undefined
    ? AUDIENCES[audience]
    : `${AUDIENCES[audience]} API keys with the scope ${scope}.`;

/** Media type that the published client reads as raw bytes. */
export const OCTETS = 'application/octet-stream';

/** Bytes, as generators recognize them: by the format of OpenAPI 3.0. */
const BINARY = { type: 'string', format: 'binary' };
const FILE = { ...BINARY, contentMediaType: OCTETS };

const SESSION = [{ session: [] }];
const KEY = [{ apiKey: [] }];

/** Returns the schemes that admit a caller, any of which suffices. */
const securityOf = ({ name, audience, scope }: FunctionDefinition) =>
  name === 'sandbox-query'
    ? [...KEY, ...SESSION]
    : audience === 'public'
      ? []
      : scope === undefined
        ? SESSION
        : [...SESSION, ...KEY];

type JsonSchema = {
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: { status?: { const?: unknown; enum?: unknown[] } };
};

/** Returns true if an answer may state that its work is queued. */
function mayQueue({ anyOf, oneOf, properties }: JsonSchema): boolean {
  const { const: only, enum: several = [] } = properties?.status ?? {};
  return (
    only === 'queued' ||
    several.includes('queued') ||
    [...(anyOf ?? []), ...(oneOf ?? [])].some(mayQueue)
  );
}

function responsesOf({ answer, contentType }: FunctionDefinition) {
  if (answer === 'file') {
    return {
      200: { description: 'Done', content: { [contentType ?? OCTETS]: { schema: BINARY } } },
    };
  }
  const schema = json(answer, 'output');
  const content = { 'application/json': { schema } };
  return {
    200: { description: 'Done', content },
    ...(mayQueue(schema as JsonSchema) && {
      202: { description: 'Queued; follow the run, or repeat the request', content },
    }),
  };
}

const headerOf = (name: string) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string', minLength: 1 },
});

const formSchema = (fields: z.ZodObject | undefined) => ({
  type: 'object',
  required: ['file'],
  properties: {
    ...(fields ? json(fields, 'input').properties : {}),
    file: FILE,
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
          description: descriptionOf(definition),
          security: securityOf(definition),
          ...(definition.headers && { parameters: definition.headers.map(headerOf) }),
          requestBody: {
            required: definition.body === 'form' || !definition.body.safeParse({}).success,
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
            ...responsesOf(definition),
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
                properties: {
                  error: { type: 'string' },
                  code: { type: 'string' },
                  hint: { type: 'string' },
                  detail: { type: 'object' },
                },
              },
            },
          },
        },
      },
    },
  };
}
