import { queryOptions } from '@tanstack/react-query';
import type { TrainRankerAnswer } from '../../shared/contracts/analysis.ts';
import { check, unwrap } from '../lib/service-error.ts';
import { callFunction } from './call-function.ts';
import { openClient } from './client.ts';

/** Average precision on decisions that did not train. */
export type RankerEvaluation = {
  tested: number;
  confirmed: number;
  ranker: number;
  unsupervised: number;
};

export type Segment = {
  column: string;
  value: string;
  rows: number;
  listed: number;
  listedBefore: number;
};

export type RankerVersion = {
  id: string;
  version: number;
  governance_run_id: string;
  confirmed: number;
  cleared: number;
  sha256: string;
  evaluation: RankerEvaluation | null;
  evaluation_since: RankerEvaluation | null;
  segments: Segment[];
  created_at: string;
  governance_audit: { current_approvals: { state: string }[] | { state: string } | null } | null;
};

export type Rankers = {
  versions: RankerVersion[];
  inUse: string | null;
  /** Decisions that teach, and those made after the newest version's training. */
  decisions: { confirmed: number; cleared: number; since: number };
};

const COLUMNS =
  'id,version,governance_run_id,confirmed,cleared,sha256,evaluation,evaluation_since,segments,created_at,governance_audit(current_approvals(state))';

/** Versions of the organization's ranker, the newest first. */
export const rankersQuery = queryOptions({
  queryKey: ['rankers'],
  queryFn: async (): Promise<Rankers> => {
    const client = await openClient();
    const [versions, settings, decisions] = await Promise.all([
      client
        .from('rankers')
        .select(COLUMNS)
        .order('version', { ascending: false })
        .returns<RankerVersion[]>(),
      client
        .from('review_settings')
        .select('ranker_id')
        .maybeSingle<{ ranker_id: string | null }>(),
      client.rpc('count_decisions'),
    ]);
    const [counted] = unwrap(decisions) as Rankers['decisions'][];
    return {
      versions: unwrap(versions) ?? [],
      inUse: unwrap(settings)?.ranker_id ?? null,
      decisions: counted ?? { confirmed: 0, cleared: 0, since: 0 },
    };
  },
});

export const isApproved = ({ governance_audit: record }: RankerVersion): boolean =>
  [record?.current_approvals ?? []].flat().some(({ state }) => state === 'approved');

/** @param rankerId version to train again from its decisions; a new one if absent */
export const trainRanker = (rankerId?: string): Promise<TrainRankerAnswer> =>
  callFunction<TrainRankerAnswer>('train-ranker', rankerId === undefined ? {} : { rankerId });

/** @param rankerId null for scores without labels */
export async function chooseRanker(rankerId: string | null): Promise<void> {
  const client = await openClient();
  check(await client.rpc('use_ranker', { p_ranker_id: rankerId }));
}
