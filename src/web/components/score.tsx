import type { ScoreState } from '../data/batch-facts.ts';
import { formatScore } from '../lib/format.ts';

/** A score, or the word that stands in its place; why there is none stands beside it where there is room. */
export function ScoreWord({ state }: { state: ScoreState }) {
  if (state.kind === 'score') return <>{formatScore(state.value)}</>;
  if (state.kind === 'none') return <span title={state.reason}>{state.word}</span>;
  return <>{state.word}</>;
}
