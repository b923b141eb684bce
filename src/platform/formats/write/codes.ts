export const MOVEMENT_KINDS = [
  'purchase',
  'refund',
  'cash_withdrawal',
  'cash_deposit',
  'transfer_out',
  'transfer_in',
  'wire_out',
  'wire_in',
  'check',
  'salary',
  'payroll',
  'benefit',
  'rent',
  'bill_payment',
  'subscription',
  'standing_order',
  'loan_payment',
  'loan_repayment',
  'card_payment',
  'card_repayment',
  'business_receipt',
  'business_payment',
  'fee',
  'interest',
  'charge_off',
  'account_closure',
] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** Codes of a movement: ISO 20022, MT940 type and German business code (GVC), OFX, BAI2. */
export type MovementCodes = { iso: string; mt: string; gvc: string; ofx: string; bai2: string };

const codes = (iso: string, mt: string, gvc: string, ofx: string, bai2: string): MovementCodes => ({
  iso,
  mt,
  gvc,
  ofx,
  bai2,
});

const TRANSFER_IN = codes('PMNT-RCDT-ESCT', 'NTRF', '166', 'CREDIT', '142');
const TRANSFER_OUT = codes('PMNT-ICDT-ESCT', 'NTRF', '177', 'DEBIT', '451');
const COLLECTED = codes('PMNT-RDDT-ESDD', 'NDDT', '105', 'DIRECTDEBIT', '455');
const OTHER_IN = codes('PMNT-MCOP-OTHR', 'NMSC', '835', 'CREDIT', '399');
const OTHER_OUT = codes('PMNT-MDOP-OTHR', 'NMSC', '835', 'DEBIT', '699');

/** Codes of credits and of debits; unlisted kinds have the default codes of their side. */
const IN: Partial<Record<MovementKind, MovementCodes>> = {
  refund: codes('PMNT-CCRD-RIMB', 'NMSC', '166', 'CREDIT', '399'),
  cash_deposit: codes('PMNT-CNTR-CDPT', 'NMSC', '082', 'DEP', '301'),
  transfer_in: TRANSFER_IN,
  wire_in: codes('PMNT-RCDT-XBCT', 'NTRF', '166', 'CREDIT', '195'),
  check: codes('PMNT-RCHQ-CCHQ', 'NCHK', '070', 'DEP', '175'),
  salary: codes('PMNT-RCDT-SALA', 'NTRF', '153', 'DIRECTDEP', '142'),
  benefit: codes('PMNT-RCDT-SALA', 'NTRF', '153', 'DIRECTDEP', '142'),
  card_repayment: TRANSFER_IN,
  loan_repayment: TRANSFER_IN,
  business_receipt: TRANSFER_IN,
  interest: codes('ACMT-MCOP-INTR', 'NINT', '814', 'INT', '354'),
};
const OUT: Partial<Record<MovementKind, MovementCodes>> = {
  purchase: codes('PMNT-CCRD-POSD', 'NMSC', '106', 'POS', '455'),
  cash_withdrawal: codes('PMNT-CCRD-CWDL', 'NMSC', '083', 'ATM', '699'),
  transfer_out: TRANSFER_OUT,
  wire_out: codes('PMNT-ICDT-XBCT', 'NTRF', '177', 'DEBIT', '495'),
  check: codes('PMNT-ICHQ-CCHQ', 'NCHK', '001', 'CHECK', '475'),
  payroll: codes('PMNT-ICDT-SALA', 'NTRF', '177', 'DEBIT', '451'),
  rent: codes('PMNT-ICDT-STDO', 'NSTO', '117', 'REPEATPMT', '451'),
  standing_order: codes('PMNT-ICDT-STDO', 'NSTO', '117', 'REPEATPMT', '451'),
  bill_payment: COLLECTED,
  subscription: COLLECTED,
  loan_payment: COLLECTED,
  card_payment: COLLECTED,
  business_payment: TRANSFER_OUT,
  fee: codes('ACMT-MDOP-CHRG', 'NCHG', '808', 'SRVCHG', '698'),
  interest: codes('ACMT-MDOP-INTR', 'NINT', '814', 'INT', '699'),
};

export function codesOf(kind: MovementKind | null, isCredit: boolean): MovementCodes {
  const specific = kind === null ? undefined : (isCredit ? IN : OUT)[kind];
  return specific ?? (isCredit ? OTHER_IN : OTHER_OUT);
}

const ORDERED: readonly (MovementKind | null)[] = [
  'transfer_out',
  'wire_out',
  'payroll',
  'rent',
  'bill_payment',
  'standing_order',
  'loan_payment',
  'card_payment',
  'business_payment',
];

/** Returns true for an ordered payment; without kinds, all debits are. */
export const isPayment = (kind: MovementKind | null): boolean =>
  kind === null || ORDERED.includes(kind);
