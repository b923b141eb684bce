import { type RandomStream, streamFor } from '../../random/stream.ts';
import type { CellState } from '../bank/cell-state.ts';
import { drawKey, purposes } from '../bank/draws.ts';
import type { Leg } from '../schemes/leg.ts';
import { accountTakeover, application, muleRecruitment, pushPaymentScam } from './account-fraud.ts';
import {
  bustOut,
  cardNotPresent,
  cardTesting,
  firstParty,
  lostStolen,
  refundAbuse,
} from './card-fraud.ts';
import type { Incident } from './incident.ts';
import { gameCredits, honestDispute, newPayee, spree } from './look-alikes.ts';

type Planner = (incident: Incident) => void;

/** Kinds of fraud, by the names of the configuration. */
export const frauds: Readonly<Record<string, Planner>> = {
  card_testing: cardTesting,
  lost_stolen: lostStolen,
  card_not_present: cardNotPresent,
  account_takeover: accountTakeover,
  push_payment_scam: pushPaymentScam,
  mule_recruitment: muleRecruitment,
  bust_out: bustOut,
  first_party: firstParty,
  application,
  refund_abuse: refundAbuse,
};

/** Innocent cases, each like the fraud that its key names, and cases relative to it. */
const LOOK_ALIKES: Readonly<Record<string, { name: string; plan: Planner; often: number }>> = {
  card_testing: { name: 'game_credits', plan: gameCredits, often: 3 },
  lost_stolen: { name: 'day_in_town', plan: (incident) => spree(incident, false), often: 0.15 },
  card_not_present: { name: 'online_spree', plan: (incident) => spree(incident, true), often: 0.8 },
  account_takeover: { name: 'new_phone', plan: (incident) => newPayee(incident, true), often: 1.6 },
  push_payment_scam: { name: 'new_payee', plan: (incident) => newPayee(incident, false), often: 1 },
  mule_recruitment: { name: 'platform_sales', plan: muleRecruitment, often: 2.5 },
  bust_out: { name: 'furnishing', plan: bustOut, often: 0.6 },
  application: { name: 'first_benefits', plan: application, often: 3 },
  first_party: { name: 'honest_dispute', plan: honestDispute, often: 1 },
};

type Place = { state: CellState; idPrefix: string; transactions: number };

function plan(
  { state, idPrefix }: Place,
  {
    number,
    stream,
    innocent,
    taken,
  }: { number: number; stream: RandomStream; innocent: boolean; taken: Set<number> },
): Leg[] {
  const { kinds } = state.configuration.fraud;
  const weights = Object.fromEntries(
    Object.entries(kinds)
      .filter(([name]) => (innocent ? LOOK_ALIKES : frauds)[name] !== undefined)
      .map(([name, { weight }]) => [name, weight * (innocent ? LOOK_ALIKES[name].often : 1)]),
  );
  if (!Object.values(weights).some((weight) => weight > 0)) return [];
  const kind = drawKey(stream, weights);
  const alike = LOOK_ALIKES[kind];
  const incident: Incident = {
    state,
    stream,
    id: `${innocent ? 'N' : 'F'}${idPrefix}${state.cell}-${innocent ? 'f' : ''}${number}`,
    name: innocent ? alike.name : kind,
    fraud: !innocent,
    amount: kinds[kind].amount,
    legs: [],
    taken,
  };
  (innocent ? alike.plan : frauds[kind])(incident);
  return incident.legs;
}

/**
 * Plans cases of fraud and their look-alikes in one cell: about the configured share of its rows,
 * and no more than `room` rows.
 */
export function fraudLegs(place: Place, room: number): Leg[] {
  const { state, transactions } = place;
  const { rate, lookAlikes } = state.configuration.fraud;
  const legs: Leg[] = [];
  const taken = new Set<number>();
  for (const innocent of [false, true]) {
    const stream = streamFor(state.seed, state.cell * 2 + (innocent ? 1 : 0), purposes.fraud);
    const share = rate * transactions * (innocent ? lookAlikes : 1);
    const wanted = Math.floor(share + stream.float());
    let planned = 0;
    for (let number = 1; planned < wanted && number <= wanted + 20; number++) {
      const added = plan(place, { number, stream, innocent, taken });
      if (legs.length + added.length > room) return legs;
      planned += added.length;
      legs.push(...added);
    }
  }
  return legs;
}
