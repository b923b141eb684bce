import type { ScoreState } from '../data/batch-facts.ts';
import { formatScore } from '../lib/format.ts';

export function ScoreWord({ state }: { state: ScoreState }) {
  if (state.kind === 'score') return <>{formatScore(state.value)}</>;
  if (state.kind === 'none') return <span title={state.reason}>{state.word}</span>;
  return <>{state.word}</>;
}
