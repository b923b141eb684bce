import { datetimeParser } from '../../../shared/layouts/datetime-parser.ts';
import { numberParser } from '../../../shared/layouts/number-parser.ts';
import type { RandomStream } from '../../random/stream.ts';
import { formatCell } from '../../table/format-table.ts';
import type { Column } from '../../table/table.ts';
import { encodeField } from '../codec/field.ts';
import { columnsOfSides } from '../columns/amount-sides.ts';
import type { Model } from '../model/model.ts';
import { betweenOf } from '../rules/between-rows/between-rows.ts';
import { asModeled } from '../rules/calendars/digit-dates.ts';
import { isConstant, sourcesOfDerived } from '../rules/derived/derived-column.ts';
import { sourcesOf } from '../rules/laws/law.ts';
import type { Drawn } from '../trees/sample-trees.ts';

export type Given = Readonly<Record<string, string>>;

export type FixedColumn = { column: number; fields: number[]; codes: number[]; cell: Column };

/** Drawn rows, weighted by the probability of the given values. */
export type Weighted = { sampled: Drawn; weights: Float64Array };

/** Parts of a model that conditions are checked against. */
export type Conditioned = Pick<
  Model,
  | 'columns'
  | 'columnFields'
  | 'fields'
  | 'lags'
  | 'laws'
  | 'derived'
  | 'calendars'
  | 'between'
  | 'sides'
>;

const MAX_POOLS = 64;

function cellOf(model: Conditioned, i: number, text: string): Column {
  const { layout } = model.columns[i];
  if (layout.kind === 'category') return { ...layout, codes: Int32Array.of(0), dictionary: [text] };
  const value =
    layout.kind === 'datetime'
      ? datetimeParser(layout.form)(text)
      : layout.form === undefined
        ? Number(text)
        : numberParser(layout.form)(text);
  if (text.trim() === '' || Number.isNaN(value))
    throw new RangeError(`"${text}" is not a valid value of column ${layout.name}.`);
  return { ...layout, values: Float64Array.of(value) };
}

/** Returns the columns from which a rule computes another; none for a modeled column. */
function derivedFrom({ laws, derived }: Conditioned, column: number): number[] {
  const law = laws?.find((candidate) => candidate.column === column);
  if (law !== undefined) return sourcesOf(law);
  const own = derived?.find((candidate) => candidate.column === column);
  return own === undefined || isConstant(own) ? [] : sourcesOfDerived(own);
}

/**
 * Parses given values.
 *
 * @throws RangeError if a column is not modeled, or a category is not among its output
 */
export function fixColumns(model: Conditioned, conditions: Given): FixedColumn[] {
  return Object.entries(conditions).map(([name, text]) => {
    const column = model.columns.findIndex((plan) => plan.layout.name === name);
    const fields = model.columnFields[column] ?? [];
    if (fields.length === 0)
      throw new RangeError(`Column ${name} is not modeled, so it can't be a condition.`);
    const lag = model.lags?.find((candidate) => candidate.column === column);
    if (lag !== undefined)
      throw new RangeError(
        `Column ${name} is derived from ${model.columns[lag.from].layout.name}, so it can't be a condition. Use that column instead.`,
      );
    if (betweenOf(model.between ?? [], 'monotone').some((own) => own.column === column))
      throw new RangeError(`Column ${name} adds up from row to row, so it can't be a condition.`);
    const sources = derivedFrom(model, column);
    if (sources.length > 0) {
      const names = sources.map((place) => model.columns[place].layout.name);
      throw new RangeError(
        `Column ${name} is derived from ${names.join(' and ')}, so it can't be a condition. Use those instead.`,
      );
    }
    if (model.sides !== undefined && columnsOfSides(model.sides).includes(column))
      throw new RangeError(
        `Column ${name} records movements together with another column, so it can't be a condition.`,
      );
    const cell = cellOf(model, column, text);
    const { codec } = model.fields[fields[0]];
    if (codec.kind === 'category' && !codec.values.includes(text))
      throw new RangeError(`"${text}" is not among the modeled values of column ${name}.`);
    const modeled = asModeled(cell, column, model.calendars);
    const codes = fields.map((f) => encodeField(model.fields[f], modeled)[0]);
    return { column, fields, codes, cell };
  });
}

/**
 * Draws rows with the given codes: the fields are held to them while the others are drawn, and a
 * row is accepted with probability proportional to that of its given values (likelihood weighting
 * with rejection). After 64 pools, the rest is drawn from the rows so far, by weight.
 *
 * @param pool draws the pool of a number: rows with their weights
 */
export function drawGiven(
  rows: number,
  pool: (attempt: number) => Weighted,
  stream: RandomStream,
): Drawn {
  const picked: { from: Drawn; row: number }[] = [];
  const seen: { from: Drawn; row: number; weight: number }[] = [];
  let most = 0;
  for (let attempt = 0; attempt < MAX_POOLS && picked.length < rows; attempt++) {
    const { sampled, weights } = pool(attempt);
    if (most === 0) for (const weight of weights) if (weight > most) most = weight;
    for (let row = 0; row < weights.length; row++) {
      const weight = weights[row];
      if (weight <= 0) continue;
      if (picked.length < rows && stream.float() * most < weight)
        picked.push({ from: sampled, row });
      else if (seen.length < rows) seen.push({ from: sampled, row, weight });
    }
  }
  const total = seen.reduce((sum, entry) => sum + entry.weight, 0);
  if (picked.length === 0 && total === 0)
    throw new RangeError('No row could be drawn for these conditions.');
  while (picked.length < rows) {
    if (total === 0) picked.push(picked[stream.below(picked.length)]);
    else {
      let draw = stream.float() * total;
      const entry = seen.find(({ weight }) => {
        draw -= weight;
        return draw < 0;
      });
      picked.push(entry ?? seen[seen.length - 1]);
    }
  }
  const first = picked[0].from;
  return {
    codes: first.codes.map((_, f) =>
      Uint8Array.from(picked, ({ from, row }) => from.codes[f][row]),
    ),
    values: first.values.map((values, f) =>
      values === null ? null : Float64Array.from(picked, ({ from, row }) => from.values[f]![row]!),
    ),
  };
}

export function withFixedValue(column: Column, fixed: FixedColumn): Column {
  if (column.kind === 'category' || fixed.cell.kind === 'category') {
    if (column.kind !== 'category') return column;
    const code = column.dictionary.indexOf(formatCell(fixed.cell, 0));
    return { ...column, codes: new Int32Array(column.codes.length).fill(code) };
  }
  return { ...column, values: new Float64Array(column.values.length).fill(fixed.cell.values[0]) };
}
