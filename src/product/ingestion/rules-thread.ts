import { declaredShares, RuleRefused } from '../../engines/synthesize/index.ts';
import { serveThread, type ThreadSignal } from '../../platform/threads/thread.ts';
import type { ThreadProgress } from '../../platform/threads/thread-end.ts';
import { AppError } from '../../shared/errors.ts';
import { type RowsFile, readTable } from '../data/read-table.ts';

export type RulesInput = RowsFile & {
  /** Names of the modeled columns. */
  learned: readonly string[];
  declared: readonly string[];
};

export type RulesMessage =
  | ThreadProgress
  | { kind: 'end'; shares: ReturnType<typeof declaredShares> };

async function* shares(input: RulesInput, signal: ThreadSignal): AsyncGenerator<RulesMessage> {
  const table = yield* readTable(input, signal);
  try {
    const isLearned = table.columns.map(({ name }) => input.learned.includes(name));
    yield { kind: 'end', shares: declaredShares(input.declared, table, isLearned) };
  } catch (error) {
    if (error instanceof RuleRefused) throw new AppError('bad_request', error.message);
    throw error;
  }
}

serveThread<RulesInput>(shares);
