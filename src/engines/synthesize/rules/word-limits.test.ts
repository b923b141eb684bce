import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { DAY } from '../../table/datetime-form.ts';
import { isNull } from '../../table/format-table.ts';
import { parseColumns } from '../../table/parse-columns.ts';
import type { DatetimeColumn, Table } from '../../table/table.ts';
import { fit, ruleSentences, sample } from '../index.ts';

const END = Date.UTC(2024, 5, 30);
/** Between the last days that five deposits have of either state, the nearer state stands. */
const LAST = END + 14 * DAY;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** Deposits of some years, of which those of the past are repaid to an account some days later. */
function deposits(): Table {
  const stream = streamFor(71n, 0, 0);
  const rows = Array.from({ length: 3000 }, () => {
    const opened = END - DAY * (1 + stream.below(5000));
    const years = 1 + stream.below(12);
    const due = new Date(opened);
    due.setUTCFullYear(due.getUTCFullYear() + years);
    const isOver = due.getTime() <= END;
    const state = isOver ? 'repaid' : stream.below(5) === 0 ? 'pledged' : 'running';
    const rate = (stream.below(300) / 100 + (isOver ? 1 : 0)).toFixed(2);
    const paid = isOver ? dayOf(due.getTime() + DAY * stream.below(5)) : '';
    const to = isOver ? ['card', 'savings'][stream.below(2)]! : '';
    return [dayOf(opened), String(years), dayOf(due.getTime()), state, rate, paid, to];
  });
  const names = ['opened', 'years', 'due', 'state', 'rate', 'paid', 'to'];
  return parseColumns(
    names,
    names.map((_, c) => rows.map((row) => row[c] || null)),
  );
}

const table = deposits();
const model = fit(table, { mode: 'balanced', seed: 1n });

/** Returns the days due and the states of rows. */
function statesOf({ rows, columns }: Table) {
  const [due, state] = [columns[2]!, columns[3]!];
  if (due.kind !== 'datetime' || state.kind !== 'category') throw new Error('expected dates');
  return Array.from({ length: rows }, (_, row) => ({
    due: due.values[row]!,
    state: state.dictionary[state.codes[row]!]!,
  }));
}

test('words that stand only with past or coming dates are found', () => {
  const sentences = ruleSentences(model, table.columns);
  expect(sentences).toContain('due keeps to its range by state');
  expect(sentences).toContain('due is years years after opened');
});

test('no drawn deposit is repaid long before it is due, and states keep their shares', () => {
  const [file, drawn] = [table, sample(model, { rows: table.rows, seed: 2n })].map(statesOf);
  expect(drawn!.filter(({ due, state }) => state === 'repaid' && due > LAST)).toEqual([]);
  for (const word of ['repaid', 'running', 'pledged']) {
    const [own, other] = [file!, drawn!].map(
      (rows) => rows.filter(({ state }) => state === word).length / rows.length,
    );
    expect(Math.abs(other! - own!)).toBeLessThan(0.03);
  }
});

test('what stands with repaid deposits alone moves with the word, and dates stay after the first', () => {
  const { rows, columns } = sample(model, { rows: table.rows, seed: 2n });
  const [opened, paid] = [columns[0], columns[5]] as DatetimeColumn[];
  const isRepaid = statesOf({ rows, columns }).map(({ state }) => state === 'repaid');
  const isOdd = (row: number) =>
    [paid!, columns[6]!].some((own) => isNull(own, row) === isRepaid[row]) ||
    (isRepaid[row]! && paid!.values[row]! < opened!.values[row]!);
  expect(Array.from(isRepaid.keys()).filter(isOdd)).toEqual([]);
});

test('random words have no range of dates', () => {
  const stream = streamFor(73n, 0, 0);
  const states = table.columns[3]!;
  if (states.kind !== 'category') throw new Error('expected words');
  const codes = states.codes.map(() => stream.below(3));
  const shuffled = { ...table, columns: table.columns.with(3, { ...states, codes }) };
  const sentences = ruleSentences(fit(shuffled, { mode: 'balanced', seed: 1n }), table.columns);
  expect(sentences.filter((own) => own.includes('range by state'))).toEqual([]);
});
