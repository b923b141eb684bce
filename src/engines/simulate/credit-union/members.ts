import { civilFromDays } from '../../../shared/civil-date.ts';
import type { RandomStream } from '../../random/stream.ts';
import { chance, drawKey, pick } from '../bank/draws.ts';
import { logNormal, streamOf } from '../world/draws.ts';
import { drawPerson, numbered } from '../world/people.ts';
import { type Cell, scheme } from './cell-union.ts';
import type { MemberState } from './member-life.ts';
import { openLoan, openShare } from './open-accounts.ts';

const SINGLE = new Set(['draft', 'ira']);

function openMember(cell: Cell, index: number): MemberState {
  const { plan, cfg, start, end } = cell;
  const stream = streamOf(plan, index, 'person');
  const person = drawPerson(stream, {
    country: plan.country,
    day: start,
    tag: (index + 1).toString(36),
    ages: [18, 88],
  });
  const isNew = chance(stream, 0.12);
  const joined = isNew
    ? start + stream.below(Math.max(1, end - start - 60))
    : start - 30 - stream.below(5500);
  const id = numbered('M', plan.idPrefix, index + 1);
  cell.rows.members.push({
    member_id: id,
    full_name: person.name,
    email: person.email,
    phone: person.phone,
    city: person.city,
    birth_year: person.birthYear,
    household_id: numbered('H', plan.idPrefix, index - (index % 2) + 1),
    field_of_membership: drawKey(stream, cfg.fields),
    joined,
  });
  const income = Math.round(logNormal(stream, 310_000, 0.5) / 1000) * 1000;
  return {
    index,
    id,
    income,
    birthYear: person.birthYear,
    joined,
    shares: [],
    loans: [],
    purchases: 0,
    drained: null,
    bust: null,
    payEnds: Number.POSITIVE_INFINITY,
    isInsured: false,
    isRetired: person.birthYear <= civilFromDays(start).year - 67,
  };
}

/** Opens the members of a cell with their shares and loans; each has a regular share first. */
export function openMembers(cell: Cell): MemberState[] {
  const { plan, cfg } = cell;
  const { firstCustomer, customers, firstAccount, accounts } = plan.cells[cell.cell];
  const stream = streamOf(plan, cell.cell, 'lives');
  const members = Array.from({ length: customers }, (_, i) => openMember(cell, firstCustomer + i));
  let number = firstAccount;
  for (const member of members)
    member.shares.push(
      openShare(cell, stream, { number: ++number, joined: member.joined, kind: 'regular' }),
    );
  while (number < firstAccount + accounts) {
    const member = pick(stream, members);
    if (chance(stream, cfg.loanShare))
      member.loans.push(openLoan(cell, stream, { number: ++number, joined: member.joined }));
    else {
      const share = openShare(cell, stream, { number: number + 1, joined: member.joined });
      if (SINGLE.has(share.kind) && member.shares.some(({ kind }) => kind === share.kind)) continue;
      number++;
      member.shares.push(share);
    }
  }
  shareJointly(cell, members, stream);
  return members;
}

/** Members of a household own some shares together. */
function shareJointly(
  { rows, cfg }: Cell,
  members: readonly MemberState[],
  stream: RandomStream,
): void {
  for (let i = 0; i + 1 < members.length; i += 2) {
    const [first, second] = [members[i], members[i + 1]];
    if (!chance(stream, cfg.joint * 2)) continue;
    const share = first.shares.at(-1)!;
    rows.jointOwners.push({ share_id: share.id, member_id: second.id });
  }
}

/** Chooses members for fraud and for what looks like it, and records them. */
export function addSchemes(cell: Cell, members: readonly MemberState[]): void {
  const { plan, cfg, start, end, rows } = cell;
  const stream = streamOf(plan, cell.cell, 'crime');
  const count = (rate: number) =>
    Math.max(members.length >= 100 ? 1 : 0, Math.round(members.length * rate));
  let schemes = 0;
  const within = () => start + 20 + stream.below(Math.max(1, end - start - 120));
  const label = (member: MemberState, typology: string, fraud: boolean, account: string) =>
    rows.truth.push({
      scheme_id: scheme(cell, ++schemes),
      typology,
      fraud: fraud ? 1 : 0,
      member_id: member.id,
      account_id: account,
    });
  const free = () =>
    members.filter(
      ({ drained, bust, loans }) =>
        drained === null && bust === null && loans.every(({ stops }) => Number.isNaN(stops)),
    );
  const choose = (
    fits: (member: MemberState) => boolean,
    rate: number,
    apply: (member: MemberState) => void,
  ) => {
    for (let i = 0; i < count(rate); i++) {
      const some = free().filter(fits);
      if (some.length > 0) apply(pick(stream, some));
    }
  };
  const card = ({ loans }: MemberState) =>
    loans.find(({ kind, contract }) => kind === 'credit_card' && contract.opened < end - 150);
  choose(
    (member) => card(member) !== undefined,
    cfg.frauds,
    (member) => {
      const loan = card(member)!;
      const from = Math.max(within(), loan.contract.opened + 30);
      member.bust = { loan, from };
      member.payEnds = from + 14;
      loan.stops = from;
      label(member, 'bust_out', true, loan.id);
    },
  );
  const fresh = ({ loans }: MemberState) =>
    loans.find(
      ({ kind, contract }) =>
        kind !== 'credit_card' &&
        kind !== 'first_mortgage' &&
        contract.opened >= start &&
        contract.opened < end - 100,
    );
  choose(
    (member) => fresh(member) !== undefined,
    cfg.frauds,
    (member) => {
      const loan = fresh(member)!;
      loan.stops = loan.contract.opened;
      member.payEnds = loan.contract.opened + 30;
      label(member, 'first_payment_default', true, loan.id);
    },
  );
  const seasoned = ({ loans }: MemberState) =>
    loans.find(({ kind, contract }) => kind !== 'credit_card' && contract.opened < start - 300);
  choose(
    (member) => seasoned(member) !== undefined && !member.isRetired,
    cfg.lookAlikes,
    (member) => {
      const loan = seasoned(member)!;
      loan.stops = within();
      member.payEnds = loan.stops - 30;
      member.isInsured = true;
      label(member, 'job_loss', false, loan.id);
    },
  );
  const richest = ({ shares }: MemberState) =>
    shares.reduce((most, other) => (other.opening > most.opening ? other : most));
  const savings = (member: MemberState) => richest(member).opening > 500_000;
  const drain = (typology: string, fraud: boolean, times: number) => (member: MemberState) => {
    member.drained = { from: within(), times };
    label(member, typology, fraud, richest(member).id);
  };
  choose(
    (member) => savings(member) && member.birthYear < 1955,
    cfg.frauds,
    drain('elder_exploitation', true, 14),
  );
  choose((member) => savings(member), cfg.lookAlikes, drain('large_purchase', false, 1));
}
