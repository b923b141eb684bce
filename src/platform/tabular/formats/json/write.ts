import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { CellStyle } from '../../../../shared/cell-styles.ts';
import type { ColumnLayout } from '../../../../shared/column-layout.ts';
import { typedColumn } from '../../columns/typed-column.ts';
import {
  chunksOf,
  styleOf,
  type TableRows,
  type WriteFormat,
  type WriteOptions,
} from '../write.ts';

/** Number of JSON (RFC 8259, section 6). */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

type JsonCell = (text: string | null) => string;

/** Writes a value in its letters: as a number or boolean if the cells of its column were. */
const asBefore =
  ({ kind }: CellStyle): JsonCell =>
  (text) => {
    if (text === null) return 'null';
    const isNumber = (kind === 'number' || kind === 'mixed') && NUMBER.test(text);
    const isBoolean = (kind === 'boolean' || kind === 'mixed') && /^(true|false)$/.test(text);
    return isNumber || isBoolean ? text : JSON.stringify(text);
  };

/** Writes numbers and booleans by the column's layout, and all other values as text. */
function byLayout(layout: ColumnLayout): JsonCell {
  const { type, cell } = typedColumn(layout);
  const isPlain = type === 'BOOLEAN' || /^(BIGINT|DOUBLE|DECIMAL)/.test(type);
  return (text) => {
    const value = isPlain ? cell(text) : text;
    if (value === null) return 'null';
    return isPlain && (type === 'BOOLEAN' || NUMBER.test(value)) ? value : JSON.stringify(value);
  };
}

/** Member of a record: a column, or an object of several. */
type Member = { key: string; columns: { key: string; column: number }[]; isObject: boolean };

function membersOf(names: readonly string[], objects: readonly string[]): Member[] {
  const members = new Map<string, Member>();
  // A column and an object of one name would be two members of it.
  const nested = objects
    .filter((name) => !names.includes(name))
    .sort((a, b) => b.length - a.length);
  for (const [column, name] of names.entries()) {
    const object = nested.find((each) => name.startsWith(`${each}.`));
    if (object === undefined)
      members.set(name, { key: name, columns: [{ key: name, column }], isObject: false });
    else {
      const place = `${object}.`;
      const member = members.get(place) ?? { key: object, columns: [], isObject: true };
      member.columns.push({ key: name.slice(place.length), column });
      members.set(place, member);
    }
  }
  return [...members.values()];
}

function recordWriter(rows: TableRows, { form }: WriteOptions) {
  const { columns } = rows;
  const cells = columns.map((layout) => {
    const style = styleOf(form, layout.name);
    return style === null ? byLayout(layout) : asBefore(style);
  });
  const members = membersOf(
    columns.map(({ name }) => name),
    form.objects,
  ).map((member) => ({ ...member, label: `${JSON.stringify(member.key)}:` }));
  const written = (own: Member['columns'], texts: (column: number) => string | null) =>
    own.map(({ column }) => cells[column]!(texts(column)));
  return (texts: (column: number) => string | null): string => {
    const parts = members.map(({ label, columns: own, isObject }) => {
      const values = written(own, texts);
      if (!isObject) return label + values[0];
      if (values.every((value) => value === 'null')) return `${label}null`;
      return `${label}{${own.map(({ key }, i) => `${JSON.stringify(key)}:${values[i]}`).join()}}`;
    });
    return `{${parts.join()}}`;
  };
}

type Frame = { begin: string; between: string; end: string };

async function* textOf(rows: TableRows, options: WriteOptions, { begin, between, end }: Frame) {
  const write = recordWriter(rows, options);
  let before = begin;
  for await (const columns of chunksOf(rows, options.signal)) {
    let text = '';
    for (let row = 0; row < (columns[0]?.length ?? 0); row++) {
      text += before + write((column) => columns[column]![row] ?? null);
      before = between;
    }
    yield text;
  }
  yield before === begin ? begin + end : end;
}

const writeFramed =
  (frame: Frame): WriteFormat =>
  (rows, options) => {
    const file = createWriteStream(options.target, { mode: 0o600 });
    const { signal } = options;
    return pipeline(textOf(rows, options, frame), file, signal === undefined ? {} : { signal });
  };

/** Writes an array of objects, one a line. */
export const writeJson = writeFramed({ begin: '[\n', between: ',\n', end: '\n]\n' });

export const writeJsonLines = writeFramed({ begin: '', between: '\n', end: '\n' });
