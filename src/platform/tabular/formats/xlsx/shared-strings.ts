import { AppError } from '../../../../shared/errors.ts';
import type { OfficePackage } from './package.ts';
import { readPart } from './read-part.ts';
import { createRichText } from './rich-text.ts';

/** Longer than any text: the parser refuses elements of more characters. */
const BLOCK_BYTES = 8 * 1024 * 1024;
/** Limit of the texts, which are in memory while the sheet is read. */
const MAX_BYTES = 400 * 1024 * 1024;
const FIRST_TEXTS = 1024;

/** Texts of a workbook by index; undefined if there is none. */
export type SharedStrings = (index: number) => string | undefined;

const longer = (array: Uint32Array): Uint32Array<ArrayBuffer> => {
  const copy = new Uint32Array(2 * array.length);
  copy.set(array);
  return copy;
};

/** Stores texts as UTF-8 outside of the heap: a text takes its bytes and eight more. */
function createTexts() {
  const blocks: Buffer[] = [];
  let used = BLOCK_BYTES;
  let starts = new Uint32Array(FIRST_TEXTS);
  let lengths = new Uint32Array(FIRST_TEXTS);
  let count = 0;
  return {
    add: (text: string): void => {
      const length = Buffer.byteLength(text);
      if (used + length > BLOCK_BYTES) {
        if ((blocks.length + 1) * BLOCK_BYTES + 8 * count > MAX_BYTES) {
          throw new AppError(
            'too_large',
            'The texts of the workbook take more than 400 MB. Save the sheet as CSV, or split it.',
          );
        }
        blocks.push(Buffer.allocUnsafe(BLOCK_BYTES));
        used = 0;
      }
      if (count === starts.length) [starts, lengths] = [longer(starts), longer(lengths)];
      blocks.at(-1)!.write(text, used);
      starts[count] = (blocks.length - 1) * BLOCK_BYTES + used;
      lengths[count++] = length;
      used += length;
    },
    get: (index: number): string | undefined => {
      if (!(index >= 0 && index < count)) return undefined;
      const block = Math.floor(starts[index]! / BLOCK_BYTES);
      const start = starts[index]! % BLOCK_BYTES;
      return blocks[block]!.toString('utf8', start, start + lengths[index]!);
    },
  };
}

/** Reads the texts that cells refer to. */
export async function readSharedStrings(
  office: OfficePackage,
  part: string | null,
  signal?: AbortSignal,
): Promise<SharedStrings> {
  const texts = createTexts();
  if (part === null || !office.has(part)) return texts.get;
  const rich = createRichText();
  const handler = {
    open: (tag: string) => {
      if (tag === 'si') rich.begin();
      else rich.open(tag);
    },
    text: rich.text,
    close: (tag: string) => {
      if (tag === 'si') texts.add(rich.end());
      else rich.close(tag);
    },
  };
  await readPart(await office.read(part), part, { handler, signal });
  return texts.get;
}
