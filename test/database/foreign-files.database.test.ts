import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { exportCommand } from '../../src/cli/export.ts';
import { ingestCommand } from '../../src/cli/ingest/ingest.ts';
import { withLocalCopy } from '../../src/platform/files/with-local-copy.ts';
import { fileKey } from '../../src/platform/storage/context.ts';
import { scanBytes } from '../../src/platform/tabular/formats/scan-bytes.fixture.ts';
import { readTextColumns } from '../../src/platform/tabular/parquet/read-text-columns.ts';
import { ingestionFunctions } from '../../src/product/ingestion/functions.ts';
import { formatByName, type WrittenFormat } from '../../src/shared/upload-formats.ts';
import { type ProductHost, startProductHost } from '../support/product-host.ts';
import { pythonWith } from '../support/python-packages.ts';

type Expected = {
  table: string | null;
  columns: string[];
  rows: (string | null)[][];
  others: string[];
};

const PACKAGES = ['openpyxl==3.1.5', 'XlsxWriter==3.3.1', 'pandas==3.1.1'];
const UTF8_CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1';
const programs = pythonWith('foreign-files', PACKAGES);
const hasOffice = spawnSync('soffice', ['--version']).status === 0;
if (programs !== null && !hasOffice)
  process.stderr.write('skipped: workbooks of LibreOffice, which is not installed\n');

describe.runIf(programs !== null)('files of openpyxl, XlsxWriter, pandas and LibreOffice', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  const at = (name: string) => join(folder, name);
  let host: ProductHost;
  let token: string;
  let cases: [name: string, tables: Expected[]][];

  beforeAll(async () => {
    const program = join(import.meta.dirname, 'foreign_files.py');
    const run = spawnSync(join(programs!, 'python'), [program, folder], { encoding: 'utf8' });
    if (run.status !== 0) throw new Error(run.stderr);
    cases = Object.entries(JSON.parse(readFileSync(at('expected.json'), 'utf8')));
    host = await startProductHost(ingestionFunctions);
    ({ token } = await host.member('ada@foreign.example', 'pilot_user'));
  }, 300_000);
  afterAll(async () => {
    await host?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const upload = (name: string, table: string | null) => {
    const form = new FormData();
    form.set('columns', 'as-is');
    if (table !== null) form.set('table', table);
    form.set('file', new File([readFileSync(at(name))], name));
    return host.call('parse-ingested-file', form, { token });
  };

  async function storedRows(manifestId: unknown): Promise<(string | null)[][]> {
    const { rows } = await host.db.database.owner.query<{ version: string }>(
      `select o.version from public.ingestion_manifests m
         join storage.objects o on o.name = m.parquet_path where m.id = $1`,
      [manifestId],
    );
    return withLocalCopy(host.product.files, fileKey(rows[0]!.version), async (path) => {
      const read: (string | null)[][] = [];
      for await (const { rows: count, columns } of readTextColumns({ parquetPath: path }))
        for (let row = 0; row < count; row++) read.push(columns.map((column) => column[row]!));
      return read;
    });
  }

  async function printed(command: () => Promise<number>): Promise<string> {
    let text = '';
    const out = vi.spyOn(process.stdout, 'write').mockImplementation((piece) => {
      text += String(piece);
      return true;
    });
    const err = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    try {
      expect(await command()).toBe(0);
      return text;
    } finally {
      out.mockRestore();
      err.mockRestore();
    }
  }

  test('there are twenty workbooks and ten JSON files', () => {
    const workbooks = cases.filter(([name]) => /\.xls[xm]$/.test(name)).length;
    expect([workbooks, cases.length - workbooks]).toEqual([hasOffice ? 21 : 17, 10]);
  });

  test('are stored by the function in the same letters', async () => {
    for (const [name, tables] of cases) {
      for (const { table, columns, rows } of tables) {
        const { status, body } = await upload(name, table);
        expect([name, body.error, status]).toEqual([name, undefined, 200]);
        expect([name, Object.keys(body.schema as object)]).toEqual([name, columns]);
        expect([name, await storedRows(body.manifest_id)]).toEqual([name, rows]);
      }
    }
  }, 600_000);

  test('are read by the command, and their tables named if there are several', async () => {
    for (const [name, tables] of cases) {
      if (tables.length > 1)
        await expect(ingestCommand([at(name)])).rejects.toThrow(
          `The file has ${tables.length} ${name.endsWith('.json') ? 'table' : 'sheet'}s with values`,
        );
      for (const { table, columns, rows } of tables) {
        const path = table === null ? at(name) : `${at(name)}#${table}`;
        const summary = JSON.parse(await printed(() => ingestCommand([path, '--json'])));
        expect([name, summary.rows]).toEqual([name, rows.length]);
        const names = summary.columns.map((column: { name: string }) => column.name);
        expect([name, names]).toEqual([name, columns]);
      }
    }
  }, 600_000);

  test.each(['xlsx', 'json', 'jsonl', 'csv'] as const)(
    'are written as %s, from which they come back in the same letters',
    async (format: WrittenFormat) => {
      for (const [name, tables] of cases) {
        for (const { table, columns, rows } of tables) {
          const own = formatByName(name) === format;
          // Dates, times and numbers of another format are spelled by the written one.
          if (!own && format === 'xlsx') continue;
          const path = table === null ? at(name) : `${at(name)}#${table}`;
          await printed(() => exportCommand([path, '--format', format, '--out', at('out')]));
          const scan = await scanBytes(format, readFileSync(at('out')));
          expect([name, scan.columns.map((column) => column.name)]).toEqual([name, columns]);
          expect([name, scan.rows]).toEqual([name, rows]);
        }
      }
    },
    600_000,
  );

  test('workbooks that are written are read by openpyxl as dates, numbers and text', async () => {
    const csv = 'day,amount,code,share\n31.01.2025,1234.50,007,12.5%\n01.02.2025,-2.00,=1+1,3.0%\n';
    writeFileSync(at('typed.csv'), csv);
    await printed(() =>
      exportCommand([at('typed.csv'), '--format', 'xlsx', '--out', at('typed.xlsx')]),
    );
    const program = `import openpyxl, json, sys
sheet = openpyxl.load_workbook(sys.argv[1]).active
print(json.dumps([[str(cell.value), cell.data_type, cell.number_format] for row in sheet["A2:D3"] for cell in row]))`;
    const run = spawnSync(join(programs!, 'python'), ['-c', program, at('typed.xlsx')], {
      encoding: 'utf8',
    });
    expect(JSON.parse(run.stdout)).toEqual([
      ['2025-01-31 00:00:00', 'd', 'yyyy-mm-dd'],
      ['1234.5', 'n', '0.00'],
      ['007', 's', '@'],
      ['0.125', 'n', '0.0%'],
      ['2025-02-01 00:00:00', 'd', 'yyyy-mm-dd'],
      ['-2.0', 'n', '0.00'],
      ['=1+1', 's', '@'],
      ['0.03', 'n', '0.0%'],
    ]);
  });

  test.runIf(hasOffice)(
    'LibreOffice reads a written workbook as the one it came from',
    async () => {
      await printed(() =>
        exportCommand([at('statement.xlsx'), '--format', 'xlsx', '--out', at('again.xlsx')]),
      );
      const profile = `-env:UserInstallation=file://${folder}/office/profile`;
      const convert = ['--headless', '--convert-to', UTF8_CSV, '--outdir', folder];
      const linesOf = (name: string) => {
        const run = spawnSync('soffice', [profile, ...convert, at(`${name}.xlsx`)]);
        expect(run.status).toBe(0);
        return readFileSync(at(`${name}.csv`), 'utf8')
          .trimEnd()
          .split('\n');
      };
      const before = linesOf('statement');
      const after = linesOf('again');
      expect(after).toHaveLength(41);
      expect(after[1]).toBe('30.01.2025,"Miete € 0 – Überweisung",0.00 €,"1,000.00"');
      expect(before.slice(3, 44)).toEqual(after);
    },
    200_000,
  );
});
