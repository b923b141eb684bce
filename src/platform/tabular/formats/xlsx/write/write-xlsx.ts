import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../../../shared/errors.ts';
import { type ZipPart, zipOf } from '../../../../files/write-zip.ts';
import {
  chunksOf,
  styleOf,
  type TableRows,
  type WriteFormat,
  type WriteOptions,
} from '../../write.ts';
import { type CellXml, cellByLayout, cellByStyle } from './cell-writer.ts';
import { xmlText } from './xml-text.ts';

/** Excel's limit of rows, with the header. */
const MAX_ROWS = 1_048_576;
const LONGEST_SHEET_NAME = 31;
/** First identifier of a number format that is not built in. */
const FIRST_FORMAT = 164;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const SCHEMAS = 'http://schemas.openxmlformats.org';
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`;
const RELATIONS = `${SCHEMAS}/officeDocument/2006/relationships`;
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Collects number formats; style 0 is General. */
function createStyles() {
  const codes = ['General'];
  return {
    index: (code: string): number => {
      const known = codes.indexOf(code);
      return known >= 0 ? known : codes.push(code) - 1;
    },
    xml: (): string => {
      const own = codes.slice(1);
      const formats = own.map(
        (code, i) => `<numFmt numFmtId="${FIRST_FORMAT + i}" formatCode="${xmlText(code)}"/>`,
      );
      const styles = own.map(
        (_, i) =>
          `<xf numFmtId="${FIRST_FORMAT + i}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
      );
      return `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="${own.length}">${formats.join('')}</numFmts><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${codes.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>${styles.join('')}</cellXfs></styleSheet>`;
    },
  };
}

/** Returns the letters of a column, from 0: A, Z, AA. */
const lettersOf = (column: number): string =>
  (column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)) +
  String.fromCharCode(65 + (column % 26));

const sheetName = (name: string): string =>
  xmlText(name.replace(/[[\]:*?/\\]|^'|'$/g, '_').slice(0, LONGEST_SHEET_NAME) || 'Rows');

async function* sheetXml(
  rows: TableRows,
  {
    cells,
    header,
    signal,
  }: { cells: readonly CellXml[]; header: CellXml; signal: WriteOptions['signal'] },
): AsyncGenerator<string> {
  const letters = cells.map((_, column) => lettersOf(column));
  const names = rows.columns.map(({ name }, i) => header(`${letters[i]}1`, name));
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData><row r="1">${names.join('')}</row>`;
  let number = 1;
  for await (const columns of chunksOf(rows, signal)) {
    let xml = '';
    for (let row = 0; row < (columns[0]?.length ?? 0); row++) {
      number++;
      xml += `<row r="${number}">`;
      for (const [i, write] of cells.entries()) {
        const text = columns[i]![row] ?? null;
        if (text !== null) xml += write(`${letters[i]}${number}`, text);
      }
      xml += '</row>';
    }
    yield xml;
  }
  yield '</sheetData></worksheet>';
}

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;

const relations = (...list: string[]): string =>
  `${HEAD}<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${list.join('')}</Relationships>`;

/** Parts of a workbook with one sheet, apart from the sheet. */
const partsOf = (name: string, styles: string): [string, string][] => [
  [
    '[Content_Types].xml',
    `${HEAD}<Types xmlns="${SCHEMAS}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
  ],
  ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
  [
    'xl/workbook.xml',
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${sheetName(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    relations(
      relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('rId2', 'styles', 'styles.xml'),
    ),
  ],
  ['xl/styles.xml', styles],
];

/**
 * Writes a workbook of one sheet (ECMA-376) as a stream. Cells have the types of the source's, or
 * else those of the columns' layouts; texts are never formulas.
 */
export const writeXlsx: WriteFormat = async (rows, { target, name, form, signal }) => {
  if (rows.rowCount >= MAX_ROWS)
    throw new AppError(
      'conflict',
      `A sheet has at most ${MAX_ROWS - 1} rows; there are ${rows.rowCount}. Choose another format.`,
    );
  const styles = createStyles();
  const cells = rows.columns.map((layout) => {
    const style = styleOf(form, layout.name);
    return style === null ? cellByLayout(layout, styles.index) : cellByStyle(style, styles.index);
  });
  const header = cellByStyle({ kind: 'text', format: null }, styles.index);
  const parts = async function* (): AsyncGenerator<ZipPart> {
    for (const [part, xml] of partsOf(name, styles.xml()))
      yield { name: part, open: () => Readable.from([Buffer.from(xml)]) };
    yield {
      name: 'xl/worksheets/sheet1.xml',
      open: () => Readable.from(sheetXml(rows, { cells, header, signal })),
    };
  };
  const file = createWriteStream(target, { mode: 0o600 });
  await pipeline(zipOf(parts()), file, signal === undefined ? {} : { signal });
};
