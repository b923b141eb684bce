type Content = { content?: Record<string, { schema?: unknown }> };
type OperationObject = {
  summary?: string;
  requestBody?: Content;
  responses?: Record<string, Content>;
};

export type OpenApi = { openapi: string; paths: Record<string, Record<string, OperationObject>> };

export type Operation = {
  method: string;
  path: string;
  summary: string;
  body: unknown;
  answer: unknown;
};

const schemaOf = (content: Content | undefined): unknown =>
  Object.values(content?.content ?? {})[0]?.schema;

export function operationsOf(document: OpenApi): Operation[] {
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        summary: operation.summary ?? '',
        body: schemaOf(operation.requestBody),
        answer: schemaOf(
          Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1],
        ),
      })),
    )
    .sort((a, b) => a.path.localeCompare(b.path));
}
