import { expect, test } from 'vitest';
import { sandboxQueryBody } from '../../shared/contracts/access.ts';
import { queryStatement } from './query-statement.ts';

function statement(body: unknown) {
  const { text, values } = queryStatement(sandboxQueryBody.parse(body));
  return { text: text.replace(/\s+/g, ' '), values };
}

test.each([
  ['customers', 'seq desc'],
  ['accounts', 'seq desc'],
  ['transactions', 'txn_ts desc, seq desc'],
])('%s without a filter: the newest rows', (table, order) => {
  expect(statement({ table, limit: 5 })).toEqual({
    text: `select * from public.${table} order by ${order} limit $1::int`,
    values: [6],
  });
});

test.each([
  [{ city: 'Oslo' }, 'city = $1::text', ['Oslo']],
  [{ city: null }, 'city is null', []],
  [
    { birth_year: { gte: 1980, lt: 1990 } },
    'birth_year >= $1::int and birth_year < $2::int',
    ['1980', '1990'],
  ],
  [{ birth_year: { gt: 1, lte: 2 } }, 'birth_year > $1::int and birth_year <= $2::int', ['1', '2']],
  [
    { monthly_income: { eq: 10.5, neq: 3 } },
    'monthly_income = $1::numeric and monthly_income <> $2::numeric',
    ['10.5', '3'],
  ],
  [{ join_date: { like: '2025-%' } }, 'join_date::text like $1::text', ['2025-%']],
  [{ seq: { in: [1, 2] } }, 'seq = any($1::bigint[])', [['1', '2']]],
  [{ city: 'Oslo', country: 'NO' }, 'city = $1::text and country = $2::text', ['Oslo', 'NO']],
])('%j becomes a condition with bound values', (filters, condition, values) => {
  expect(statement({ table: 'customers', filters, limit: 7 })).toEqual({
    text: `select * from public.customers where ${condition} order by seq desc limit $${values.length + 1}::int`,
    values: [...values, 8],
  });
});

test.each([
  ['customers', 'tenant_id'],
  ['customers', 'amount'],
  ['accounts', 'constructor'],
  ['transactions', 'amount; drop table x'],
])('%s has no column %j', (table, column) => {
  const body = sandboxQueryBody.parse({ table, filters: { [column]: 'x' } });
  expect(() => queryStatement(body)).toThrow(`${table} has no column "${column}".`);
});
