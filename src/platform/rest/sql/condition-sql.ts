import { type Operation, QUANTIFIABLE, SEARCHES, SIMPLE, TRUTHS } from '../parse/query.ts';
import type { ConditionPlan, EmbedPlan, FieldPlan } from '../plan/read-plan.ts';
import { bound, joined, type Sql, sql, trusted } from './sql.ts';

/** Formats an array in PostgreSQL's text form, so that the column decides its element type. */
export function arrayLiteral(values: string[]): string {
  const elements = values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`);
  return `{${elements.join(',')}}`;
}

function operationSql({ expression, type }: FieldPlan, operation: Operation): Sql {
  switch (operation.kind) {
    case 'compare': {
      const { operator, quantifier, value } = operation;
      const isPattern = operator === 'like' || operator === 'ilike';
      const operand = bound(isPattern ? value.replaceAll('*', '%') : value);
      const right =
        quantifier === null ? operand : sql`${trusted(quantifier.toUpperCase())}(${operand})`;
      return sql`${expression} ${trusted(QUANTIFIABLE[operator])} ${right}`;
    }
    case 'simple':
      return sql`${expression} ${trusted(SIMPLE[operation.operator])} ${bound(operation.value)}`;
    case 'is':
      return sql`${expression} IS ${trusted(TRUTHS[operation.truth])}`;
    case 'isdistinct':
      return sql`${expression} IS DISTINCT FROM ${bound(operation.value)}`;
    case 'in':
      return sql`${expression} = ANY(${bound(arrayLiteral(operation.values))})`;
    case 'search': {
      const config =
        operation.config === null ? sql`` : sql`${bound(operation.config)}::regconfig, `;
      const document = type === 'tsvector' ? expression : sql`to_tsvector(${config}${expression})`;
      const search = trusted(SEARCHES[operation.operator]);
      return sql`${document} @@ ${search}(${config}${bound(operation.value)})`;
    }
  }
}

/** @param exists builds the test for related rows */
export function conditionSql(condition: ConditionPlan, exists: (embed: EmbedPlan) => Sql): Sql {
  switch (condition.kind) {
    case 'filter': {
      const test = operationSql(condition.field, condition.operation);
      return condition.negated ? sql`NOT (${test})` : test;
    }
    case 'embed': {
      const test = exists(condition.embed);
      return condition.isNull ? sql`NOT ${test}` : test;
    }
    default: {
      const word = condition.kind === 'and' ? ' AND ' : ' OR ';
      const operands = condition.operands.map((one) => conditionSql(one, exists));
      const group = sql`(${joined(operands, word)})`;
      return condition.negated ? sql`NOT ${group}` : group;
    }
  }
}

export function whereSql(conditions: Sql[]): Sql {
  return conditions.length === 0 ? sql`` : sql` WHERE ${joined(conditions, ' AND ')}`;
}
