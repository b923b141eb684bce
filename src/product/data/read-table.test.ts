import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanTable } from '../../platform/tabular/formats/registry.ts';
import { readTable } from './read-table.ts';

test('texts that contain the separator of joined rows are read as they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'read-table-'));
  try {
    const path = join(folder, 'rows.csv');
    writeFileSync(path, 'note,amount\nplain,1.50\na\u001fb,2.50\n,3.00\n');
    const parquetPath = join(folder, 'rows.parquet');
    const scan = await scanTable('csv', path, { parquetPath });
    const file = { parquetPath, columns: ['note', 'amount'], rows: scan.rowCount };
    const reading = readTable(file, { aborted: false });
    let step = await reading.next();
    while (!step.done) step = await reading.next();
    expect(step.value.columns).toMatchObject([
      { codes: Int32Array.of(0, 1, -1), dictionary: ['plain', 'a\u001fb'] },
      { values: Float64Array.of(1.5, 2.5, 3) },
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
