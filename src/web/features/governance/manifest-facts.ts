import { batchTitle, kindOf, manifestOf, protectionOf } from '../../data/batch-facts.ts';
import type { GenerationLog } from '../../data/rows.ts';
import { formatCount, formatUtc } from '../../lib/format.ts';

const ORIGIN = {
  simulated: () => 'Simulated, without an upload',
  learned: (source: string) => `Model trained on ${source}`,
  blend: (source: string) => `Real rows of ${source} blended with synthetic rows`,
};

export function manifestFacts(log: GenerationLog): [string, string][] {
  const { source, seed, engine, notes } = manifestOf(log);
  const facts: [string, string | null | undefined][] = [
    ['Name', batchTitle(log)],
    ['Origin', ORIGIN[kindOf(log)](source?.filename ?? 'an upload')],
    ['Protection', protectionOf(log)],
    ['Learned from', notes?.learnedFrom ? `${formatCount(notes.learnedFrom)} rows` : null],
    ['Records', formatCount(log.record_count)],
    ['Seed', seed],
    ['Engine', engine?.version],
    ['Created', formatUtc(log.created_at)],
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value]] : []));
}
