import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ZipPart, zipOf } from '../../../files/write-zip.ts';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Zips parts in order. */
export async function packageOf(parts: readonly (readonly [string, string | Uint8Array])[]) {
  const opened = async function* (): AsyncGenerator<ZipPart> {
    for (const [name, bytes] of parts)
      yield { name, open: () => Readable.from([Buffer.from(bytes as Uint8Array)]) };
  };
  return buffer(zipOf(opened()));
}

export type SheetSpec = { name: string; state?: string; xml: string };

const REF = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/**
 * Builds a workbook from the rows of its sheets as XML. Cell style i + 1 has the i-th format.
 *
 * @param spec.strings shared texts, as XML of their `si` elements
 */
export function workbookOf(spec: {
  sheets: readonly SheetSpec[];
  formats?: readonly string[];
  strings?: string;
  date1904?: boolean;
}): Promise<Buffer> {
  const { sheets, formats = [], strings, date1904 = false } = spec;
  const codes = formats.map(
    (code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const styles = formats.map((_, i) => `<xf numFmtId="${164 + i}"/>`);
  const root = `<Relationships><Relationship Id="r" Type="${REF}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
  const parts = new Map<string, string>([
    ['[Content_Types].xml', '<Types/>'],
    ['_rels/.rels', root],
    [
      'xl/styles.xml',
      `<styleSheet><numFmts>${codes.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    ],
  ]);
  const listed = sheets.map(
    ({ name, state }, i) =>
      `<sheet name="${name}" sheetId="${i + 1}"${state ? ` state="${state}"` : ''} r:id="s${i}"/>`,
  );
  parts.set(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${REF}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${listed.join('')}</sheets></workbook>`,
  );
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${REF}/${type}" Target="${target}"/>`;
  const relations = [
    ...sheets.map((_, i) => relation(`s${i}`, 'worksheet', `worksheets/sheet${i + 1}.xml`)),
    relation('styles', 'styles', 'styles.xml'),
    ...(strings === undefined ? [] : [relation('strings', 'sharedStrings', 'sharedStrings.xml')]),
  ];
  parts.set('xl/_rels/workbook.xml.rels', `<Relationships>${relations.join('')}</Relationships>`);
  if (strings !== undefined)
    parts.set('xl/sharedStrings.xml', `<sst xmlns="${MAIN}">${strings}</sst>`);
  for (const [i, { xml }] of sheets.entries())
    parts.set(
      `xl/worksheets/sheet${i + 1}.xml`,
      `<worksheet xmlns="${MAIN}"><sheetData>${xml}</sheetData></worksheet>`,
    );
  return packageOf([...parts]);
}

/** XML of a row of cells: strings are inline texts, numbers values, others XML. */
export const rowXml = (...cells: (string | number | null | { xml: string })[]): string => {
  const xml = cells.map((cell) => {
    if (cell === null) return '<c/>';
    if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
    if (typeof cell === 'object') return cell.xml;
    const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
    return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  });
  return `<row>${xml.join('')}</row>`;
};
