import type { Manifest } from '../../../engines/provenance/manifest.ts';
import type { Guarantee } from '../../../engines/synthesize/index.ts';
import type { Json } from '../../../shared/canonical-json.ts';
import { formulaNotes } from '../../batches/formula-columns.ts';
import type { Dataset } from '../../data/read-dataset.ts';
import type { Synthesis } from './synthesis-subject.ts';
import { csvNameOf, type Source, type Synthesized } from './synthesized.ts';

type Notes = { [key: string]: Json };

/** Manifest notes on the model's guarantee, and whether its fit was paid for by this batch. */
const privateNotes = (
  guarantee: Guarantee,
  sources: readonly string[],
  again: boolean,
): { [key: string]: Json } => ({
  privacy: {
    mechanism: guarantee.mechanism,
    epsilon: guarantee.epsilon,
    delta: guarantee.delta,
    rho: guarantee.rho,
    unit: guarantee.unit,
    mostRows: guarantee.mostRows,
    advantage: guarantee.advantage,
    assumes: [
      ...guarantee.assumes,
      "the order of magnitude of the file's number of rows is public",
    ],
    warnings: guarantee.warnings,
    sources: [...sources],
    spent: again ? 'nothing: the model had been learned before' : 'before any noise was drawn',
  },
});

const modelNotes = ({ secret }: Source): Notes => {
  if (secret === null) return {};
  const { guarantee, sources } = secret.model();
  return privateNotes(guarantee, sources, secret.again);
};

function linkNotes({ synthesis, end }: Synthesized): Notes {
  if (synthesis.links === null) return {};
  const { keys, relations } = synthesis.links;
  return {
    heldTable: end.heldTable,
    tables: synthesis.tables.map(({ name }) => name),
    keys,
    relations: relations.map((relation) => ({ ...relation })),
    ...(end.left.length > 0 && {
      leftOut: end.left.map(({ relation, rows }) => ({ ...relation, rows })),
    }),
  };
}

/** Sentences on column formats that the file's other columns or the calendar decided. */
function readingNotes({ layouts }: Dataset): Notes {
  const inferred = Object.values(layouts).flatMap(({ name, inferred: sentence }) =>
    sentence === undefined ? [] : [[name, sentence] as const],
  );
  return inferred.length === 0 ? {} : { inferredFormats: Object.fromEntries(inferred) };
}

/**
 * Builds a table's manifest. A private model's file hash and row count would reveal a row to someone
 * who knows all others, so a commitment replaces them.
 */
export function synthesisManifest(
  made: Synthesized,
  {
    table,
    dataset,
    stored,
    commitment,
  }: {
    table: Synthesis['tables'][number];
    dataset: Dataset;
    stored: { size: number; sha256: string };
    commitment: string | null;
  },
): Manifest {
  const { synthesis, end } = made;
  const { name, manifestId } = table;
  const { rows, learnedFrom, suppressed, formulas } = end.tables[name]!;
  const { filename, sha256, record_count: records, roles, rules } = dataset;
  return {
    format: 'sandbox-manifest/1',
    engine: { name: 'synthesize', version: end.engineVersion },
    seed: synthesis.settings.seed,
    request: { ...synthesis.request, ...(synthesis.links !== null && { table: name }) },
    source:
      commitment === null
        ? { filename, sha256, records: Number(records) }
        : { filename, dataset: manifestId, commitment },
    counts: { [name]: rows },
    files: [
      { name: csvNameOf(made, name, dataset), rows, bytes: stored.size, sha256: stored.sha256 },
    ],
    notes: {
      modelHash: end.modelHash,
      learnedFrom,
      ...linkNotes(made),
      ...formulaNotes(formulas),
      ...(suppressed.length > 0 && { suppressedColumns: suppressed }),
      ...(Object.keys(roles).length > 0 && { correctedRoles: roles as { [column: string]: Json } }),
      ...(commitment === null && rules !== null && { rules }),
      ...(commitment === null && readingNotes(dataset)),
      ...modelNotes(made),
    },
  };
}
