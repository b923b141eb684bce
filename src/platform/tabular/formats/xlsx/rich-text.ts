import { damaged } from './package.ts';

/** Excel's limit is 32,767 characters of a cell. */
const MAX_CHARACTERS = 500_000;

/** Decodes characters that XML can't hold, written as _x000D_ (ECMA-376, part 1, 22.9.2.19). */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** Collects the text of a cell from its runs, without phonetic hints. */
export function createRichText() {
  let collected = '';
  let inText = false;
  let phonetic = 0;
  return {
    begin: (): void => {
      collected = '';
    },
    open: (tag: string): void => {
      if (tag === 'rPh') phonetic++;
      if (tag === 't') inText = phonetic === 0;
    },
    text: (text: string): void => {
      if (!inText) return;
      collected += text;
      if (collected.length > MAX_CHARACTERS)
        throw damaged(`a cell has more than ${MAX_CHARACTERS} characters`);
    },
    close: (tag: string): void => {
      if (tag === 'rPh') phonetic--;
      if (tag === 't') inText = false;
    },
    end: (): string => unescaped(collected),
  };
}
