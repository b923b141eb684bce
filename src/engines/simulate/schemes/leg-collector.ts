import { kindCode } from '../events/kinds.ts';
import type { Scheme } from './build-schemes.ts';
import type { Leg } from './leg.ts';
import type { DraftLeg } from './scheme-builder.ts';

/** Collects the legs of one cell; accounts of other cells get codes after its own. */
export function legCollector(parties: number, accounts: number) {
  const legs: Leg[] = [];
  const otherCellAccounts: string[] = [];
  const placeOfId = new Map<string, number>();
  const codeOf = (id: string) => {
    const at = placeOfId.get(id) ?? otherCellAccounts.push(id) - 1;
    placeOfId.set(id, at);
    return parties + accounts + at;
  };
  const toLeg = (scheme: Scheme, draft: DraftLeg): Leg => {
    const { other } = draft;
    const near = 'member' in other && other.member.side === draft.side;
    const far = 'party' in other ? other.party : near ? -1 : codeOf(other.member.id);
    return {
      day: Math.floor(draft.time / 86_400),
      second: draft.time % 86_400,
      account: draft.account.account,
      other: near ? other.member.account : -1,
      party: far,
      amount: draft.amount,
      hold: draft.hold,
      kind: kindCode[draft.kind],
      channel: draft.channel,
      scheme: scheme.id,
      typology: scheme.typology,
      role: draft.role,
      hop: draft.hop,
      leg: draft.leg,
      source: draft.source,
      laundering: scheme.laundering && draft.role !== 'integration',
      reference: draft.reference,
      incident: null,
    };
  };
  const take = (schemes: readonly Scheme[], side: 0 | 1): void => {
    for (const scheme of schemes) {
      for (const draft of scheme.legs) if (draft.side === side) legs.push(toLeg(scheme, draft));
    }
  };
  return { legs, otherCellAccounts, codeOf, take };
}
