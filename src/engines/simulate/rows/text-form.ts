import { formatIsoDate } from '../../../shared/civil-date.ts';
import type { BatchColumn, Field, RowBatch } from './row-batch.ts';
import { lookUp, NO_DATE } from './row-batch.ts';

/** Formats minor units as a decimal with two places, without a binary fraction. */
export function formatMoney(minor: number): string {
  const whole = Math.abs(minor);
  const cents = whole % 100;
  return `${minor < 0 ? '-' : ''}${(whole - cents) / 100}.${cents < 10 ? '0' : ''}${cents}`;
}

export function formatSeconds(seconds: number): string {
  const day = Math.floor(seconds / 86400);
  const rest = seconds - day * 86400;
  const two = (n: number) => (n < 10 ? `0${n}` : `${n}`);
  const time = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60, rest % 60].map(two).join(':');
  return `${formatIsoDate(day)}T${time}Z`;
}

/** Returns one cell as text; '' for a missing value. */
export function cellText(column: BatchColumn, row: number): string {
  switch (column.kind) {
    case 'dictionary':
      return lookUp(column.dictionary, column.codes[row]);
    case 'text':
      return column.values[row];
    case 'money': {
      const minor = column.minor[row];
      return Number.isNaN(minor) ? '' : formatMoney(minor);
    }
    case 'number': {
      const value = column.values[row];
      return Number.isNaN(value) ? '' : String(value);
    }
    case 'seconds':
      return formatSeconds(column.values[row]);
    case 'days': {
      const days = column.values[row];
      return days === NO_DATE ? '' : formatIsoDate(days);
    }
    case 'numbered': {
      const number = column.numbers[row];
      return Number.isNaN(number)
        ? ''
        : column.prefix + String(number).padStart(column.digits, '0');
    }
    case 'sequence':
      return column.prefix + String(column.first + row).padStart(column.digits, '0');
  }
}

/** Yields rows as objects of strings, for previews and small responses; `null` if missing. */
export function* rowObjects(batch: RowBatch): Generator<Record<string, string | null>> {
  for (let row = 0; row < batch.rows; row++) {
    const object: Record<string, string | null> = {};
    batch.fields.forEach((field: Field, i) => {
      const text = cellText(batch.columns[i], row);
      object[field.name] = text === '' ? null : text;
    });
    yield object;
  }
}
