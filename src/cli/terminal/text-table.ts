import { styleText } from 'node:util';

const GAP = '  ';
const MAX_WIDTH = 40;

const cut = (text: string) => (text.length > MAX_WIDTH ? `${text.slice(0, MAX_WIDTH - 1)}…` : text);

/**
 * Lays out a table: aligned columns with a bold header on a terminal, tab-separated and whole in a
 * pipe. Colors follow NO_COLOR and FORCE_COLOR.
 */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  stream: NodeJS.WriteStream = process.stdout,
): string[] {
  if (stream.isTTY !== true) return [header, ...rows].map((row) => row.join('\t'));
  const shown = rows.map((row) => row.map(cut));
  const widths = header.map((name, i) =>
    Math.max(name.length, ...shown.map((row) => row[i]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join(GAP);
  return [styleText('bold', line(header), { stream }), ...shown.map(line)];
}
