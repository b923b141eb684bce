import { type CallPlan, SCALAR } from '../plan/plan-call.ts';
import type { Parameter } from '../schema-cache/schema.ts';
import { arrayLiteral } from './condition-sql.ts';
import { bound, joined, name, nothing, type Sql, sql, trusted } from './sql.ts';

const passed = ({ name: parameter, variadic }: Parameter, value: Sql): Sql =>
  sql`${trusted(variadic ? 'VARIADIC ' : '')}${name(parameter)} := ${value}`;

type Arguments = { list: Sql; source: Sql };

function argumentsSql({ parameters, args }: CallPlan): Arguments {
  const [only] = parameters;
  if (args.kind === 'json') {
    const body = bound(args.body);
    if (only?.name === '') return { list: sql`${body}::${trusted(only.type)}`, source: nothing };
    if (!only) return { list: nothing, source: nothing };
    const columns = parameters.map((one) => sql`${name(one.name)} ${trusted(one.type)}`);
    return {
      list: joined(
        parameters.map((one) => passed(one, name('pgrst_args', one.name))),
        ', ',
      ),
      source: sql`json_to_record(${body}::json) AS pgrst_args(${joined(columns, ', ')})`,
    };
  }
  const list = parameters.map((one) => {
    const values = args.given.filter(([key]) => key === one.name).map(([, value]) => value);
    const last = values.at(-1) ?? null;
    // An explicit list for a variadic argument, or the repeated parameter.
    const single = values.length === 1 && /^\{.*\}$/s.test(last ?? '');
    const value = one.variadic && !single ? arrayLiteral(values) : last;
    return passed(one, sql`${bound(value)}::${trusted(one.type)}`);
  });
  return { list: joined(list, ', '), source: nothing };
}

/** Builds the call as a select of its result: a row's columns, or one column for a scalar. */
export function callSql(plan: CallPlan): Sql {
  const { routine } = plan;
  const { list, source } = argumentsSql(plan);
  const call = sql`${name('public', routine.name)}(${list})`;
  if (routine.returns !== 'row') {
    const from = source === nothing ? nothing : sql` FROM ${source}`;
    return sql`SELECT ${call} AS ${name(SCALAR)}${from}`;
  }
  const computed = plan.computed.map(
    (one) => sql`, ${name('public', one)}(pgrst_call) AS ${name(one)}`,
  );
  const before = source === nothing ? nothing : sql`${source} CROSS JOIN LATERAL `;
  return sql`SELECT pgrst_call.*${joined(computed, '')} FROM ${before}${call} AS pgrst_call`;
}
