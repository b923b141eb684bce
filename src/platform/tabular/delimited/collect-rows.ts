import { EMPTY, ESCAPE, escapeLetter, firstLine, ROW_END, SEPARATOR } from './plain-rows.ts';

const text = (byte: number): string => String.fromCharCode(byte);
const SEPARATED = text(SEPARATOR);
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that are escaped
const SPECIAL = /[\n\r\x1b\x1f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the same, all of them
const ALL_SPECIAL = /[\n\r\x1b\x1f]/g;

const escapedText = (value: string): string =>
  value === ''
    ? text(ESCAPE) + text(EMPTY)
    : value.replace(ALL_SPECIAL, (c) => text(ESCAPE) + text(escapeLetter[c.charCodeAt(0)]!));

export function createPlainRows(columns: number) {
  const escaped = new Uint8Array(columns);
  let buffer = Buffer.from(firstLine).toString('latin1');
  let count = 0;
  return {
    add: (values: readonly (string | null)[]): void => {
      count++;
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
    },
    take: (): string => {
      const taken = buffer;
      buffer = '';
      return taken;
    },
    result: () => ({ escaped, count }),
  };
}
