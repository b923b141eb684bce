import { NULL_WORDS } from '../../../../shared/column-layout.ts';
import { datetimeParser } from '../../../../shared/layouts/datetime-parser.ts';
import { numberParser } from '../../../../shared/layouts/number-parser.ts';
import { formatCell, isNull } from '../../../table/format-table.ts';
import { type CategoryColumn, type Column, lengthOf } from '../../../table/table.ts';
import type { PublicForm } from './choose-form.ts';

const MISSING = new Set(NULL_WORDS);

/** Reads values from a column's texts; missing if the form does not match. */
function readValues(column: Column, parse: (text: string) => number): Float64Array {
  const valueOfText = new Map<string, number>();
  return Float64Array.from({ length: lengthOf(column) }, (_, row) => {
    if (isNull(column, row)) return Number.NaN;
    const text = formatCell(column, row);
    let value = valueOfText.get(text);
    if (value === undefined) {
      value = parse(text);
      valueOfText.set(text, value);
    }
    return value;
  });
}

function asWords(column: Column): CategoryColumn {
  const { name } = column;
  const places = new Map<string, number>();
  const codes = Int32Array.from({ length: lengthOf(column) }, (_, row) => {
    if (isNull(column, row)) return -1;
    const text = formatCell(column, row);
    if (MISSING.has(text)) return -1;
    if (!places.has(text)) places.set(text, places.size);
    return places.get(text)!;
  });
  return { kind: 'category', name, codes, dictionary: [...places.keys()] };
}

/** Converts a column to its public form; no other property of the file's notation remains. */
export function publicColumn(column: Column, form: PublicForm): Column {
  const { name } = column;
  switch (form.kind) {
    case 'number': {
      const values =
        column.kind === 'number' ? column.values : readValues(column, numberParser(form));
      return { kind: 'number', name, values, decimals: form.decimals, form };
    }
    case 'datetime': {
      const values =
        column.kind === 'datetime' ? column.values : readValues(column, datetimeParser(form));
      return { kind: 'datetime', name, values, form };
    }
    case 'words':
      return asWords(column);
  }
}
