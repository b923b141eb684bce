import { codeOf, GENERAL, type NumberFormat, parseFormat } from './number-format.ts';
import { damaged, type OfficePackage } from './package.ts';
import { readPart } from './read-part.ts';

/** Excel's limit of cell styles. */
const MAX_STYLES = 65_490;

/** Reads the number formats of cell styles, by index. */
export async function readStyles(
  office: OfficePackage,
  part: string | null,
  signal?: AbortSignal,
): Promise<NumberFormat[]> {
  if (part === null || !office.has(part)) return [GENERAL];
  const codes = new Map<number, string>();
  const ids: number[] = [];
  let inCells = false;
  const open = (tag: string, attributes: Record<string, string>) => {
    if (tag === 'cellXfs') inCells = true;
    if (tag === 'numFmt' && codes.size <= MAX_STYLES)
      codes.set(Number(attributes.numFmtId), attributes.formatCode ?? '');
    if (tag === 'xf' && inCells) {
      if (ids.length >= MAX_STYLES) throw damaged(`it has more than ${MAX_STYLES} cell styles`);
      ids.push(Number(attributes.numFmtId ?? 0));
    }
  };
  const close = (tag: string) => {
    if (tag === 'cellXfs') inCells = false;
  };
  await readPart(await office.read(part), part, { handler: { open, close }, signal });
  const parsed = new Map<number, NumberFormat>();
  return ids.map((id) => {
    const known = parsed.get(id) ?? parseFormat(codes.get(id) ?? codeOf(id));
    parsed.set(id, known);
    return known;
  });
}
