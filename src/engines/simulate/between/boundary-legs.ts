import { type Directory, party } from '../bank/directory.ts';
import { kindCode } from '../events/kinds.ts';
import type { Leg } from '../schemes/leg.ts';
import type { Boundary, Commuter, Payee } from './boundary.ts';

/** Local second of receipts, before any pay leaves. */
const TAKINGS_AT = 7200;

/** Assigns an account of another cell a code in this one. */
type CodeOf = (id: string) => number;

const plainLeg = ({
  account,
  kind,
  day,
  second,
  amount,
  to,
  hold,
}: {
  account: number;
  kind: 'payroll' | 'salary' | 'rent' | 'rentReceived' | 'receipt';
  day: number;
  second: number;
  amount: number;
  to: number;
  hold: number;
}): Leg => ({
  day,
  second,
  account,
  other: -1,
  party: to,
  amount,
  hold,
  kind: kindCode[kind],
  channel: 0,
  scheme: '',
  typology: '',
  role: '',
  hop: 0,
  leg: 0,
  source: 0,
  laundering: false,
  reference: '',
  incident: null,
});

/** Returns a firm's legs; reserved receipts precede each pay, so that payrolls are funded. */
function firmLegs(
  firm: Payee,
  {
    staff,
    directory,
    codeOf,
  }: { staff: readonly Commuter[]; directory: Directory; codeOf: CodeOf },
): Leg[] {
  const legs: Leg[] = [];
  const dueOn = new Map<number, number>();
  for (const { id, pay, paidAt } of staff) {
    for (const { day, amount } of pay) {
      dueOn.set(day, (dueOn.get(day) ?? 0) + amount);
      legs.push(
        plainLeg({
          account: firm.account,
          kind: 'payroll',
          day,
          second: paidAt,
          amount: -amount,
          to: codeOf(id),
          hold: -amount,
        }),
      );
    }
  }
  const from = party(directory, 'firm', firm.account);
  for (const [day, due] of dueOn) {
    const weeklyReceipts = Math.ceil((due * 1.08) / 100) * 100;
    const second = TAKINGS_AT + (firm.account % 3000);
    legs.push(
      plainLeg({
        account: firm.account,
        kind: 'receipt',
        day,
        second,
        amount: weeklyReceipts,
        to: from,
        hold: due,
      }),
    );
  }
  return legs;
}

/** Returns the legs of a boundary on the side of employers and landlords. */
export function legsOfFirms(boundary: Boundary, directory: Directory, codeOf: CodeOf): Leg[] {
  const { usedFirms: firms, commuters } = boundary;
  const pay = firms.flatMap((firm, number) => {
    const staff = commuters.filter(({ employer }) => employer === number);
    return firmLegs(firm, { staff, directory, codeOf });
  });
  const rents = commuters.flatMap(({ landlord, rent, rentAt, id }) =>
    rent.map(({ day, amount }) =>
      plainLeg({
        account: firms[landlord].account,
        kind: 'rentReceived',
        day,
        second: Math.min(86_399, rentAt + 1),
        amount,
        to: codeOf(id),
        hold: 0,
      }),
    ),
  );
  return [...pay, ...rents];
}

/** Returns the legs of a boundary on the side of employees and tenants. */
export function legsOfCommuters({ usedFirms: firms, commuters }: Boundary, codeOf: CodeOf): Leg[] {
  return commuters.flatMap((customerIndex) => [
    ...customerIndex.pay.map(({ day, amount }, i) =>
      plainLeg({
        account: customerIndex.account,
        kind: 'salary',
        day,
        second: customerIndex.paidAt + 1,
        amount,
        to: codeOf(firms[customerIndex.employer].id),
        hold: customerIndex.reserved[i],
      }),
    ),
    ...customerIndex.rent.map(({ day, amount }) =>
      plainLeg({
        account: customerIndex.account,
        kind: 'rent',
        day,
        second: customerIndex.rentAt,
        amount: -amount,
        to: codeOf(firms[customerIndex.landlord].id),
        hold: -amount,
      }),
    ),
  ]);
}
