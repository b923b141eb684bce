import { Readable } from 'node:stream';
import {
  defaultMechanism,
  engineVersion,
  type Mechanism,
} from '../../../../engines/synthesize/index.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { FileStore } from '../../../../platform/files/file-store.ts';
import type { RunContext } from '../../../../platform/jobs/run-context.ts';
import { fileKey } from '../../../../platform/storage/context.ts';
import { newVersion } from '../../../../platform/storage/register-object.ts';
import { AppError } from '../../../../shared/errors.ts';
import type { Dataset } from '../../../data/read-dataset.ts';
import type { Synthesis } from '../synthesis-subject.ts';
import type { SynthesisInput, SynthesisMessage } from '../synthesize-thread.ts';
import { hasSpent, sketchKey, spendPrivacy } from './privacy-ledger.ts';
import { findModel, keepModel, type StoredModel } from './synthesize-model.ts';

const DEFAULT_EPSILON = 3;
const MECHANISMS: Record<'mst' | 'aim', Mechanism> = { mst: 'MST', aim: 'AIM' };

type PrivateSource = {
  manifestId: string;
  settings: Synthesis['settings'];
  /** In the order of the tables. */
  datasets: readonly Dataset[];
  links: Synthesis['links'];
};

/** Returns delta, below n^-1.5 for n people, from the order of magnitude of n only. */
const deltaFor = (rows: number): number =>
  Math.min(1e-6, Number(`1e-${Math.ceil(1.5 * Math.ceil(Math.log10(Math.max(1, rows))))}`));

/** Returns what a stored model depends on beside budget and mechanism. */
function learnedFrom(
  datasets: readonly Dataset[],
  links: Synthesis['links'],
  { public_tables: publicTables = [] }: Synthesis['settings'],
): object {
  if (links === null) return datasets[0]!.roles;
  return { roles: datasets.map(({ roles }) => roles), ...links, publicTables };
}

const mechanismFor = ([first, ...others]: readonly Dataset[]): Mechanism =>
  others.length > 0 ? 'MST' : defaultMechanism(first!.names.length);

export type PrivateRun = {
  privacy: SynthesisInput['privacy'];
  /** File of a stored model to sample; null if a model is fitted. */
  modelKey: string | null;
  /** Debits the cost; on return it is spent. */
  pay: (message: Extract<SynthesisMessage, { kind: 'cost' }>) => Promise<void>;
  /** Stores the model at once: it is paid for, even if the batch fails. */
  keep: (message: Extract<SynthesisMessage, { kind: 'model' }>) => Promise<void>;
  model: () => StoredModel;
  again: boolean;
};

/**
 * Prepares a private run. A stored model with the same epsilon, and with the mechanism if the request
 * names one, is reused at no cost.
 * @throws AppError if an earlier attempt paid without storing a model: paying twice needs consent
 */
export async function privateRun(
  parts: { database: Database; files: FileStore },
  { run }: RunContext,
  { manifestId, settings, datasets, links }: PrivateSource,
): Promise<PrivateRun> {
  const { database, files } = parts;
  const roles = learnedFrom(datasets, links, settings);
  const rows = Math.max(...datasets.map(({ record_count: count }) => Number(count)));
  const epsilon = settings.epsilon ?? DEFAULT_EPSILON;
  const requested = settings.mechanism && MECHANISMS[settings.mechanism];
  const found = await findModel(database, run.tenant_id, manifestId, {
    epsilon,
    mechanism: requested ?? null,
    roles,
  });
  const mechanism = found?.guarantee.mechanism ?? requested ?? mechanismFor(datasets);
  const hasPaid = await hasSpent(database, run);
  if (hasPaid && found === null) {
    throw new AppError(
      'conflict',
      'The worker stopped after the privacy budget was debited and before the model was stored. The budget is not ' +
        'refunded. Generate again to fit a new model at the same cost.',
    );
  }
  let model = found;
  let sources: string[] = [];
  const delta = deltaFor(rows);
  return {
    privacy: {
      epsilon,
      delta,
      mechanism,
      sketchKey: await sketchKey(database),
      publicTables: settings.public_tables ?? [],
    },
    modelKey: found && fileKey(found.version),
    pay: async ({ rho, delta: paid, unit, sketch }) => {
      sources = await spendPrivacy(database, {
        tenantId: run.tenant_id,
        runId: run.id,
        filename: datasets[0]!.filename,
        unit,
        sketch,
        epsilon,
        cost: { rho, delta: paid },
        operation: 'fit',
        mechanism,
        engine: engineVersion,
      });
    },
    keep: async ({ bytes, hash, guarantee }) => {
      const { version, key } = newVersion();
      const stored = await files.put(key, Readable.from([Buffer.from(bytes)]));
      const id = await database.asTenant(run.tenant_id, (tx) =>
        keepModel(tx, {
          tenantId: run.tenant_id,
          createdBy: run.created_by,
          file: { version, stored },
          manifestId,
          epsilon,
          roles,
          hash,
          guarantee,
          sources,
        }),
      );
      model = { id, version, hash, sources, guarantee };
    },
    model: () => {
      if (model === null) throw new Error('a private batch without a model');
      return model;
    },
    again: found !== null && !hasPaid,
  };
}
