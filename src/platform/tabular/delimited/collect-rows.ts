import { AppError } from '../../../shared/errors.ts';
import { EMPTY, ESCAPE, escapeLetter, firstLine, ROW_END, SEPARATOR } from './plain-rows.ts';

const text = (byte: number): string => String.fromCharCode(byte);
const SEPARATED = text(SEPARATOR);
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that are escaped
const SPECIAL = /[\0\n\r\x1b\x1f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, all of them
const ALL_SPECIAL = /[\n\r\x1b\x1f]/g;

function escapedText(value: string): string {
  if (value === '') return text(ESCAPE) + text(EMPTY);
  if (value.includes('\0'))
    throw new AppError('validation_failed', 'A value contains a zero byte and is not text.');
  return value.replace(ALL_SPECIAL, (c) => text(ESCAPE) + text(escapeLetter[c.charCodeAt(0)]!));
}

export function createPlainRows(columns: number) {
  const escaped = new Uint8Array(columns);
  let buffer = Buffer.from(firstLine).toString('latin1');
  let count = 0;
  return {
    add: (values: readonly (string | null)[]): void => {
      let row = '';
      for (let i = 0; i < columns; i++) {
        const value = values[i]!;
        if (i > 0) row += SEPARATED;
        if (value === null) continue;
        if (value !== '' && !SPECIAL.test(value)) row += value;
        else {
          escaped[i] = 1;
          row += escapedText(value);
        }
      }
      buffer += row + text(ROW_END);
      count++;
    },
    take: (): string => {
      const taken = buffer;
      buffer = '';
      return taken;
    },
    result: () => ({ escaped, count }),
  };
}
