import { columnOf } from '../realism/columns.ts';
import { cellText } from '../rows/text-form.ts';
import type { CellOutput } from '../simulate-cells.ts';

/** Booked row of a scheme; a payment has a negative amount. Spending of its members is left out. */
type DrawnRow = {
  at: string;
  account: string;
  party: string;
  amount: number;
  role: string;
  hop: number;
};
export type DrawnScheme = {
  typology: string;
  kind: 'laundering' | 'fraud' | 'innocent';
  scheme: string;
  rows: DrawnRow[];
};

/** Rows of a scheme from which it shows how its typology works. */
const ENOUGH = 12;
const SPENDING = 'integration';

function kindOf(laundering: boolean, fraud: string): DrawnScheme['kind'] {
  if (laundering) return 'laundering';
  return fraud === '' ? 'innocent' : 'fraud';
}

/** Collects rows of schemes from the parts of a bank and keeps one scheme of each typology. */
export function drawnSchemes() {
  const schemes = new Map<string, DrawnScheme>();

  function add({ transactions, groundTruth }: CellOutput): void {
    if (groundTruth.rows === 0) return;
    const truth = (name: string, leg: number) => cellText(columnOf(groundTruth, name), leg);
    const booked = (name: string, row: number) => cellText(columnOf(transactions, name), row);
    const ids = columnOf(transactions, 'txn_id');
    if (ids.kind !== 'sequence') throw new TypeError('txn_id: expected a sequence');
    for (let leg = 0; leg < groundTruth.rows; leg++) {
      const role = truth('role', leg);
      if (role === SPENDING) continue;
      const row = Number(truth('txn_id', leg).slice(ids.prefix.length)) - ids.first;
      const scheme = truth('scheme_id', leg);
      const known = schemes.get(scheme) ?? {
        typology: truth('typology', leg),
        kind: kindOf(truth('laundering', leg) === 'true', truth('fraud', leg)),
        scheme,
        rows: [],
      };
      schemes.set(scheme, known);
      known.rows.push({
        at: booked('txn_ts', row),
        account: booked('account_id', row),
        party: booked('counterparty', row),
        amount: Number(booked('amount', row)),
        role,
        hop: Number(truth('hop', leg)),
      });
    }
  }

  /** Returns, by typology, the first scheme of twelve rows, or else the longest. */
  function chosen(): DrawnScheme[] {
    const best = new Map<string, DrawnScheme>();
    for (const scheme of schemes.values()) {
      const before = best.get(scheme.typology);
      const longer = before !== undefined && before.rows.length < ENOUGH;
      if (before === undefined || (longer && scheme.rows.length > before.rows.length))
        best.set(scheme.typology, scheme);
    }
    return [...best.values()].sort(
      (a, b) => ORDER[a.kind] - ORDER[b.kind] || (a.typology < b.typology ? -1 : 1),
    );
  }

  return { add, chosen };
}

const ORDER = { laundering: 0, fraud: 1, innocent: 2 } as const;
