import { createWriteStream, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { transaction } from '../platform/database/database.ts';
import { streamPack } from '../product/proof/evidence-pack/evidence-pack.ts';
import { PACK_INDEX } from '../product/proof/evidence-pack/pack-parts.ts';
import type { PackScope, PackSource } from '../product/proof/evidence-pack/pack-source.ts';
import { NO_RECEIPT, readReceipt } from '../product/proof/evidence-pack/read-receipt.ts';
import { readPrintedReport } from '../product/reports/export-report-pdf.ts';
import { evidencePackBody } from '../shared/contracts/proof.ts';
import { AppError } from '../shared/errors.ts';
import { RECEIPT_ENDING } from '../shared/evidence-packs.ts';
import { logSignersOf, readConfig } from '../start/config.ts';
import { openFiles } from '../start/open-files.ts';
import { refused } from './terminal/arguments.ts';
import { readPackIndex } from './verify/pack/pack-index.ts';
import { openParts } from './verify/parts/open-parts.ts';
import { withDatabase } from './with-database.ts';

const options = {
  from: { type: 'string' },
  to: { type: 'string' },
  organization: { type: 'string' },
  out: { type: 'string' },
  complete: { type: 'string' },
} as const;

function scopeOf(batch: string | undefined, days: { from?: string; to?: string }): PackScope {
  const parsed = evidencePackBody.safeParse(
    batch === undefined ? days : { batch_id: batch, ...days },
  );
  if (parsed.success) return parsed.data;
  throw refused(parsed.error.issues[0]!.message);
}

async function tenantOf(pool: pg.Pool, scope: PackScope, organization: string | undefined) {
  if (scope.kind === 'period' && organization === undefined) {
    throw refused('--organization: expected the name of an organization.');
  }
  const { rows } = await pool.query<{ tenant: string; org: string | null }>(
    scope.kind === 'batch'
      ? `select g.tenant_id as tenant, o.id as org from public.generation_logs g
           left join public.organizations o on o.id = g.tenant_id where g.batch_id = $1`
      : 'select id as tenant, id as org from public.organizations where name = $1',
    [scope.kind === 'batch' ? scope.batchId : organization],
  );
  if (rows[0]) return rows[0];
  throw new AppError(
    'not_found',
    scope.kind === 'batch'
      ? `Batch ${scope.batchId} not found.`
      : `Organization "${organization}" not found.`,
  );
}

/** Reads as a member of the organization, under row-level security. */
const readAs =
  (requests: pg.Pool, { tenant, org }: { tenant: string; org: string | null }) =>
  <Result>(work: (tx: pg.PoolClient) => Promise<Result>): Promise<Result> =>
    transaction(requests, async (tx) => {
      await tx.query(
        `select set_config('request.tenant_id', $1, true), set_config('request.org_id', $2, true),
                set_config('role', private.database_role('authenticated'), true)`,
        [tenant, org ?? ''],
      );
      return work(tx);
    });

const USAGE =
  'Usage: sandbox evidence-pack ((BATCH | --organization NAME --from DATE --to DATE) --out FILE | --complete FILE)';

async function withSource(
  scope: PackScope,
  organization: string | undefined,
  work: (source: PackSource, workFolder: string) => Promise<void>,
): Promise<void> {
  const config = readConfig();
  const files = await openFiles(config, async () => {});
  await withDatabase(async (database, { authenticatorUrl }) => {
    const tenant = await tenantOf(database.owner, scope, organization);
    const requests = new pg.Pool({ connectionString: authenticatorUrl, max: 1 });
    requests.on('error', () => {});
    try {
      const source: PackSource = {
        read: readAs(requests, tenant),
        files,
        reportOf: readPrintedReport,
        version: config.version,
        signers: logSignersOf(config),
      };
      await work(source, join(config.dataDir, 'work'));
    } finally {
      await requests.end();
    }
  });
}

const keepReceipt = (pack: string, receipt: string) =>
  writeFileSync(`${pack}${RECEIPT_ENDING}`, receipt, { mode: 0o600 });

/** Writes the receipt of a pack that was made before the log sealed it. */
async function complete(pack: string): Promise<number> {
  const parts = await openParts(pack);
  try {
    const index = await readPackIndex(parts);
    const sha256 = await parts.sha256(PACK_INDEX);
    const { about } = index;
    const scope: PackScope =
      'batch' in about ? { kind: 'batch', batchId: about.batch } : { kind: 'period', ...about };
    await withSource(scope, index.organization.name, async (source) => {
      const receipt = await readReceipt(source, sha256);
      if (receipt === null) throw new AppError('not_found', NO_RECEIPT);
      keepReceipt(pack, receipt);
    });
  } finally {
    parts.close();
  }
  process.stdout.write(`${pack}${RECEIPT_ENDING}\n`);
  return 0;
}

export async function evidencePackCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { out, organization, complete: incomplete, ...days } = values;
  if (incomplete !== undefined) {
    if (args.length !== 2) throw refused(USAGE);
    return complete(incomplete);
  }
  if (out === undefined || positionals.length > 1) throw refused(USAGE);
  for (const path of [out, `${out}${RECEIPT_ENDING}`]) {
    if (existsSync(path)) throw refused(`${path} already exists. Choose another name.`);
  }
  const scope = scopeOf(positionals[0], days);
  let isReceived = false;
  await withSource(scope, organization, async (source, workFolder) => {
    const { archive, receipt } = await streamPack(source, scope, workFolder);
    await pipeline(archive, createWriteStream(out, { flags: 'wx', mode: 0o600 }));
    if (receipt !== null) keepReceipt(out, receipt);
    isReceived = receipt !== null;
  });
  if (!isReceived) {
    process.stderr.write(
      `The log has not sealed the pack yet. Complete it: sandbox evidence-pack --complete ${out}\n`,
    );
  }
  process.stdout.write(`${out}\n`);
  return 0;
}
