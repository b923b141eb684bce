import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scanTable } from '../../src/platform/tabular/formats/registry.ts';
import { formatByName } from '../../src/shared/upload-formats.ts';

/** Scans the file of the command line; prints rows, processor seconds and peak memory in MB. */
const path = process.argv[2]!;
const folder = await mkdtemp(join(tmpdir(), 'bench-scan-'));
try {
  const begun = process.cpuUsage();
  const { rowCount } = await scanTable(formatByName(path)!, path, {
    parquetPath: join(folder, 'rows.parquet'),
  });
  const { user, system } = process.cpuUsage(begun);
  const seconds = (user + system) / 1e6;
  const megabytes = process.resourceUsage().maxRSS / 1000;
  console.log(JSON.stringify({ rows: rowCount, seconds, megabytes }));
} finally {
  await rm(folder, { recursive: true });
}
