import { table } from '../related-tables.fixture.ts';
import { findRules } from './find-rules.ts';
import { ruleSentences, rulesOf } from './rules.ts';

/** Returns the rules of independent rows whose columns are all learned, as sentences. */
export function sentencesIn(names: string[], rows: string[][], threshold = 5): string[] {
  const read = table(names, rows);
  const options = {
    threshold,
    time: null,
    excluded: new Set<number>(),
    inHistories: false,
    entity: null,
  };
  const isLearned = names.map(() => true);
  return ruleSentences(rulesOf(findRules(read, isLearned, options)), read.columns);
}
