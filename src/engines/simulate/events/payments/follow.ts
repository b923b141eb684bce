import { UINT32_RANGE } from '../../../random/stream.ts';
import { pushEvent, rules } from '../buffers.ts';
import { kindCode } from '../kinds.ts';
import type { Run } from '../run.ts';
import { detailOf, formOf } from './detail.ts';
import type { Candidate } from './lives.ts';

type Followed = {
  kind: number;
  account: number;
  party: number;
  amount: number;
  row: number;
  agreement: number;
};

/** Spreads the bits of a draw that was already used for another decision. */
const mixed = (draw: number, salt: number): number => {
  const x = Math.imul(draw ^ (draw >>> 15) ^ salt, 0x2c1b3c6d);
  return Math.imul(x ^ (x >>> 12), 0x297a2d39) >>> 0;
};

function chosenReason(reasons: Readonly<Record<string, number>>, draw: number): string {
  const entries = Object.entries(reasons);
  const total = entries.reduce((sum, [, share]) => sum + share, 0);
  let left = (draw / UINT32_RANGE) * total;
  for (const [reason, share] of entries) {
    if (left < share) return reason;
    left -= share;
  }
  return entries[0][0];
}

function planFollowUp(
  run: Run,
  { event, life }: Candidate,
  { followed, draw }: { followed: Followed; draw: number },
): void {
  const { calendar, country } = run.state;
  const [least, most] = life.days;
  let day = run.dayIndex + least + (mixed(draw, 1) % (most - least + 1));
  while (day < calendar.days.length && !calendar.days[day].business) day++;
  if (day >= calendar.days.length) return;
  const reasons = country === 'US' ? life.reasons.us : life.reasons.other;
  run.following[day].push({
    kind: kindCode[life.kind],
    account: followed.account,
    party: followed.party,
    amount: life.again ? followed.amount : -followed.amount,
    second: 6 * 3600 + (mixed(draw, 2) % 14_400),
    detail: detailOf(formOf(event, chosenReason(reasons, mixed(draw, 3))), {
      related: followed.row,
      agreement: followed.agreement,
    }),
  });
}

/** Returns true if an event follows a row; `limits` are those of its status. */
export const isFollowed = (limits: Float64Array, kind: number, draw: number): boolean =>
  mixed(draw, 4) < limits[kind];

/** Plans the event that follows a booked row. */
export function follow(
  run: Run,
  { status, draw, ...followed }: Followed & { status: 'posted' | 'declined'; draw: number },
): void {
  const candidates = run.lives[status].candidates[followed.kind];
  let left = mixed(draw, 4) / UINT32_RANGE;
  for (const candidate of candidates) {
    if (left < candidate.share) {
      planFollowUp(run, candidate, { followed, draw });
      return;
    }
    left -= candidate.share;
  }
}

/** Adds a day's follow-ups on accounts that stay open, while rows are left. */
export function pushFollowUps(run: Run): void {
  const { state, events } = run;
  const date = state.calendar.start + run.dayIndex;
  for (const followUp of run.following[run.dayIndex]) {
    const { second, kind, account, party, amount, detail } = followUp;
    const open = state.from[account] <= date && state.to[account] > date;
    if (!open || run.slack <= 0) continue;
    run.slack--;
    pushEvent(events, second, kind, 0, account, -1, party, amount, rules.due, -1, detail);
  }
}
