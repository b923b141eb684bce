import { posix } from 'node:path';
import { damaged, type OfficePackage } from './package.ts';
import { readPart } from './read-part.ts';

export type Sheet = { name: string; part: string; hidden: boolean };

export type Workbook = {
  sheets: Sheet[];
  /** True if day 0 is January 1, 1904. */
  date1904: boolean;
  strings: string | null;
  styles: string | null;
};

const MAX_SHEETS = 1000;
const MAX_NAME = 255;

type Relation = { type: string; target: string };

/** Reads the relations of a part, by id; targets are part names. */
async function relationsOf(
  office: OfficePackage,
  part: string,
  signal: AbortSignal | undefined,
): Promise<Map<string, Relation>> {
  const { dir, base } = posix.parse(part);
  const name = posix.join(dir, '_rels', `${base}.rels`);
  const relations = new Map<string, Relation>();
  const open = (
    tag: string,
    { Id, Type = '', Target = '', TargetMode }: Record<string, string>,
  ) => {
    if (tag !== 'Relationship' || Id === undefined || TargetMode === 'External') return;
    const target = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target);
    relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target });
  };
  await readPart(await office.read(name), name, { handler: { open }, signal });
  return relations;
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Reads the sheets of a workbook, without charts, dialogs and macros. */
export async function readWorkbook(office: OfficePackage, signal?: AbortSignal): Promise<Workbook> {
  const root = [...(await relationsOf(office, '', signal)).values()];
  const part = root.find(({ type }) => type === 'officeDocument')?.target;
  if (part === undefined) throw damaged('it names no workbook');
  if (part.endsWith('.bin')) throw damaged('it is in binary form. Save it as .xlsx or CSV');
  const relations = await relationsOf(office, part, signal);
  const sheets: Sheet[] = [];
  let date1904 = false;
  const open = (tag: string, attributes: Record<string, string>) => {
    if (tag === 'workbookPr') date1904 = isTrue(attributes.date1904);
    if (tag !== 'sheet') return;
    const id = Object.entries(attributes).find(([name]) => /(^|:)id$/.test(name))?.[1];
    const relation = relations.get(id ?? '');
    if (relation?.type !== 'worksheet') return;
    if (sheets.length >= MAX_SHEETS) throw damaged(`it has more than ${MAX_SHEETS} sheets`);
    const name = (attributes.name ?? '').slice(0, MAX_NAME);
    if (sheets.some((sheet) => sheet.name.toLowerCase() === name.toLowerCase()))
      throw damaged(`two sheets are named '${name}'`);
    sheets.push({
      name,
      part: relation.target,
      hidden: attributes.state !== undefined && attributes.state !== 'visible',
    });
  };
  await readPart(await office.read(part), part, { handler: { open }, signal });
  const all = [...relations.values()];
  const target = (type: string) => all.find((relation) => relation.type === type)?.target ?? null;
  return { sheets, date1904, strings: target('sharedStrings'), styles: target('styles') };
}
