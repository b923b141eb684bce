import type { CategoryColumn } from '../../table/table.ts';

/** Builds a column of the rows' words, each once in its dictionary; null for none. */
export function wordColumn(
  { name, nullWord }: { name: string; nullWord?: string | undefined },
  rows: number,
  word: (row: number) => string | null,
): CategoryColumn {
  const codes = new Int32Array(rows);
  const dictionary: string[] = [];
  const codeOfText = new Map<string, number>();
  for (let row = 0; row < rows; row++) {
    const text = word(row);
    if (text === null) {
      codes[row] = -1;
      continue;
    }
    let code = codeOfText.get(text);
    if (code === undefined) {
      code = dictionary.length;
      dictionary.push(text);
      codeOfText.set(text, code);
    }
    codes[row] = code;
  }
  const own = { kind: 'category' as const, name, codes, dictionary };
  return nullWord === undefined ? own : { ...own, nullWord };
}
