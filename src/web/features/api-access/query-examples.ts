import type { BankTable } from '../../../shared/bank-tables.ts';
import { MAX_QUERY_ROWS } from '../../../shared/limits.ts';
import type { ApiTransaction } from '../../data/newest-transaction.ts';

export type QueryBody = {
  table: BankTable;
  limit: number;
  filters: Record<string, string | number | boolean>;
};

/** Returns an example for the organization's newest transaction; without data it finds none. */
export function exampleOf(newest: ApiTransaction | null): { body: QueryBody; answer: object } {
  const filters = newest?.channel ? { channel: newest.channel } : {};
  return {
    body: { table: 'transactions', limit: 1, filters },
    answer: {
      status: 'success',
      count: newest === null ? 0 : 1,
      data: newest === null ? [] : [newest],
    },
  };
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
const python = (value: unknown): string =>
  JSON.stringify(value, null, 4)
    .replace(/: true/g, ': True')
    .replace(/: false/g, ': False')
    .replace(/: null/g, ': None');

export type Language = 'curl' | 'JavaScript' | 'Python';

/** Returns the request as code. The key is read from the environment, never from the page. */
export function queryExample(language: Language, url: string, body: QueryBody): string {
  if (language === 'curl') {
    return [
      `curl -X POST ${url} \\`,
      `  -H "Authorization: Bearer $SANDBOX_KEY" \\`,
      `  -H 'Content-Type: application/json' \\`,
      `  -d ${quoted(JSON.stringify(body))}`,
    ].join('\n');
  }
  if (language === 'JavaScript') {
    return `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${process.env.SANDBOX_KEY}\`,
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),
});
const { status, count, data } = await response.json();`;
  }
  return `import os
import requests

response = requests.post(
    "${url}",
    headers={"Authorization": f"Bearer {os.environ['SANDBOX_KEY']}"},
    json=${python(body).replaceAll('\n', '\n    ')},
)
answer = response.json()
print(answer["status"], answer["count"])`;
}

export type Parsed =
  | { kind: 'body'; body: QueryBody }
  | { kind: 'issue'; issue: { field: 'limit' | 'filters'; message: string } };

const issue = (field: 'limit' | 'filters', message: string): Parsed => ({
  kind: 'issue',
  issue: { field, message },
});

export function parseQuery(values: { table: string; limit: string; filters: string }): Parsed {
  const limit = Number(values.limit);
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_QUERY_ROWS) {
    return issue('limit', `limit must be a whole number from 1 to ${MAX_QUERY_ROWS}`);
  }
  let filters: unknown = {};
  try {
    filters = values.filters.trim() === '' ? {} : JSON.parse(values.filters);
  } catch {
    return issue('filters', 'filters must be JSON');
  }
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters)) {
    return issue('filters', 'filters must be an object of column and value');
  }
  return {
    kind: 'body',
    body: { table: values.table as BankTable, limit, filters: filters as QueryBody['filters'] },
  };
}
