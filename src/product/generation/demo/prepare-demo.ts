import { createHash } from 'node:crypto';
import { type Manifest, sealManifest } from '../../../engines/provenance/manifest.ts';
import { engineVersion, plan } from '../../../engines/simulate/plan.ts';
import { type Database, transaction } from '../../../platform/database/database.ts';
import { BANK_TABLES } from '../../../shared/bank-tables.ts';
import { canonicalJson, type Json } from '../../../shared/canonical-json.ts';
import { copyCsv } from '../../batches/row-loader.ts';

const COUNTS = { customers: 20, accounts: 50, transactions: 200 };
const SEED = 20260101n;
const ID_PREFIX = 'DEMODEMO';

export async function prepareDemo(database: Database): Promise<void> {
  await transaction(database.owner, async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtext('sandbox demo rows'))");
    const { rows } = await tx.query<{ version: string }>(
      "select manifest -> 'engine' ->> 'version' as version from private.demo_manifests limit 1",
    );
    if (rows[0]?.version === engineVersion) return;
    // Imported only if the rows do not exist yet.
    const simulator = await import('../../../engines/simulate/index.ts');
    const { csvHeader, encodeCsv, simulateCells } = simulator;
    await tx.query(
      'truncate private.demo_customers, private.demo_accounts, private.demo_transactions, private.demo_manifests',
    );
    const made = plan({ ...COUNTS, seed: SEED, preset: 'us-community-bank', idPrefix: ID_PREFIX });
    const cells = [...simulateCells(made)];
    for (const table of BANK_TABLES) {
      const batches = cells.map((cell) => cell[table]);
      const columns = batches[0]!.fields.map((field) => field.name);
      const body = Buffer.concat(batches.map((batch) => encodeCsv(batch)));
      await copyCsv(tx, { table: `private.demo_${table}`, columns, csv: body });
      const bytes = Buffer.concat([Buffer.from(csvHeader(batches[0]!)), body]);
      const manifest: Manifest = {
        format: 'sandbox-manifest/1',
        engine: { name: 'simulate', version: engineVersion },
        seed: SEED.toString(),
        request: { ...COUNTS, preset: made.preset, demo: true },
        source: null,
        counts: { [table]: COUNTS[table] },
        files: [
          {
            name: `${table}.csv`,
            rows: COUNTS[table],
            bytes: bytes.length,
            sha256: createHash('sha256').update(bytes).digest('hex'),
          },
        ],
        notes: {
          configurationHash: made.configurationHash,
          ids: `the organization's own in place of ${ID_PREFIX}`,
        },
      };
      await tx.query(
        'insert into private.demo_manifests (entity, manifest, rows) values ($1, $2, $3)',
        [table, canonicalJson(sealManifest(manifest) as unknown as Json), COUNTS[table]],
      );
    }
  });
}
