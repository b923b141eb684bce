import { LOG_PARTS, READER_PAGE } from '../../../product/proof/evidence-pack/pack-parts.ts';
import type { PackIndex } from './pack-index.ts';

const REQUIRED = [
  LOG_PARTS.checkpoint,
  LOG_PARTS.entries,
  LOG_PARTS.keys,
  'approvals.json',
  'evidence.json',
  'decisions.json',
  'controls.json',
  'oscal-assessment-results.json',
  'VERIFY.md',
  READER_PAGE,
];

/** Returns the files that a pack of these batches must have, and tells of others. */
export function expectedFiles({ batches }: PackIndex) {
  const known = new Set<string>([
    ...REQUIRED,
    LOG_PARTS.timestamp,
    ...batches.flatMap(({ batch }) => [
      `reports/${batch}.json`,
      `reports/${batch}.pdf`,
      `lineage/${batch}.jsonl`,
    ]),
  ]);
  const folders = new Set(batches.map(({ batch }) => batch));
  const isOfBatch = (name: string) => {
    const [top, batch, file, ...below] = name.split('/');
    return top === 'batches' && folders.has(batch!) && file !== undefined && below.length === 0;
  };
  return {
    required: [
      ...REQUIRED,
      ...batches
        .filter(({ manifest_sha256 }) => manifest_sha256 !== null)
        .map(({ batch }) => `lineage/${batch}.jsonl`),
    ],
    isKnown: (name: string) => known.has(name) || isOfBatch(name),
  };
}
