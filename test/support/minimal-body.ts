/** Parts of a JSON Schema that the OpenAPI document uses. */
export type Schema = {
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  type?: string;
  format?: string;
  minimum?: number;
  minItems?: number;
  items?: Schema;
  required?: string[];
  properties?: Record<string, Schema>;
};

const TEXTS: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'unknown@bank.example',
  date: '2026-01-01',
  'date-time': '2026-01-01T00:00:00Z',
};

/** Returns a value of a schema with required parts only; patterns are not followed. */
export function minimalBody(schema: Schema): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (first !== undefined) return minimalBody(first);
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object': {
      const { required = [], properties = {} } = schema;
      return Object.fromEntries(
        required.map((name) => [name, minimalBody(properties[name] ?? {})]),
      );
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => minimalBody(schema.items ?? {}));
    case 'string':
      return TEXTS[schema.format ?? ''] ?? 'x';
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return false;
    default:
      return null;
  }
}
