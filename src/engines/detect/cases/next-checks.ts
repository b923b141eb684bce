const BY_REASON: [feature: RegExp, check: string][] = [
  [
    /structuring|round_amount/,
    'Ask for the source of the money, and look for deposits below the threshold at other branches.',
  ],
  [
    /in_and_out|round_trip/,
    'Find out why the money left again: ask for the contract or invoice behind it.',
  ],
  [/country/, 'Check the country against sanctions lists and the purpose of the payment.'],
  [/duplicate/, 'Ask whether the payment was meant twice, and look for a reversal.'],
  [/dormancy/, 'Check who uses the account now: contact data, device and address changes.'],
  [/unusual_hour|device/, 'Check sign-ins and devices at these times for a takeover.'],
  [/fan_out|first_|rare/, 'Identify the new counterparties, and look for them in other cases.'],
  [/fan_in/, 'Ask what the payers have in common: one buyer, one employer or one recruiter.'],
  [/rows_within/, 'Look for a program or a stolen card behind the fast series of payments.'],
  [/amount|sum_within_day/, 'Compare the amounts with income and purpose of the account.'],
  [/value_date/, 'Check the value dates with the payment system.'],
];
const BY_PATTERN: Record<string, string> = {
  cycle: 'Ask each account of the ring for the reason of its payments.',
  'fan-in': 'Ask what the payers have in common: one buyer, one employer or one recruiter.',
  'fan-out': 'Identify the paid accounts, and follow the money one step further.',
  'scatter-gather': 'Look for an owner shared by the accounts in between.',
  'gather-scatter': 'Look for an owner shared by payers and paid accounts.',
  bipartite: 'Look for an owner shared by the paying accounts.',
  stack: 'Follow the money to the last layer, and identify its owner.',
};

/** Lists what to check next for the reasons and patterns of a case, each once. */
export function nextChecks({
  features,
  patterns,
  earlier,
}: {
  features: readonly string[];
  patterns: readonly string[];
  earlier: number;
}): string[] {
  const checks = [
    ...(earlier > 0 ? ['Read the earlier cases of the same accounts.'] : []),
    ...patterns.flatMap((kind) => BY_PATTERN[kind] ?? []),
    ...features.flatMap((feature) => BY_REASON.find(([name]) => name.test(feature))?.[1] ?? []),
  ];
  return [...new Set(checks)];
}
