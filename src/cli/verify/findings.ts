export const BROKEN = {
  'checkpoint unsigned': 'The checkpoint is not signed by the key of the log.',
  'key swapped': 'The log is signed with a different key than the given one.',
  'key replaced': 'The checkpoint is signed by an old key, later than its change.',
  'entry edited': 'The bytes of an entry differ from the sealed ones.',
  'entry deleted': 'An entry is missing in the middle of the log.',
  'entry inserted': 'The log contains an entry that was not sealed at that position.',
  'entries reordered': 'Entries are not in the order in which they were sealed.',
  'organization swapped': 'An entry was reassigned to another organization.',
  'tail cut': 'The newest entries are missing.',
  'tree damaged': 'The tiles of the tree do not match the entries.',
  'log rolled back': 'The log is older than a previously seen checkpoint.',
  'log rewritten': 'Previously sealed entries were replaced.',
  'split view': 'Two checkpoints of the same size differ: others were shown a different log.',
  'witness contradicted': "A witness's signature of the checkpoint is invalid.",
  'time-stamp wrong': 'The time-stamp is not for this checkpoint or not by this authority.',
  'entry not in the log': 'The proof does not lead to the checkpoint.',
  'manifest changed': 'The manifest does not match the log.',
  'file changed': 'A file does not match the manifest.',
  'file missing': 'A file in the manifest is missing.',
  'file refused': 'A file is not a plain one, or programs read its name or bytes differently.',
  'batch swapped': 'The documents belong to another batch.',
  'signature wrong': 'The model signature is invalid or covers other files.',
  'statement changed': 'A statement about the batch refers to another file.',
  'source differs': 'The batch was generated from a different source file.',
  'pack changed': 'The files of the pack do not match its index or its receipt.',
  'receipt missing': 'Nothing proves that the pack is as it was made.',
  'receipt wrong': 'The receipt is for another pack or from another log.',
  'person changed': 'The person or the words of an action differ from the sealed ones.',
  'opening missing': 'The person or the words of a sealed action are missing.',
  'record missing': 'A record with sealed entries is missing.',
  'report changed': 'The report does not match the log.',
  'approval changed': 'An approval does not match the log.',
  'evidence changed': 'A document does not match the log.',
  'model differs': 'The batch was sampled from a different model.',
  'not made again': 'The batch regenerated from its manifest differs.',
  'batch changed in the database': 'A batch in the database differs from its sealed content.',
  'batch removed': 'A sealed batch is missing without a logged deletion.',
  'decision changed': 'A decision on exceptions differs from the log.',
  'audit trail cut': 'Events of the audit trail are missing.',
  'receipt changed': 'The receipt of a deleted organization is not the sealed one.',
  'privacy ledger cut': 'Entries of the privacy ledger are missing.',
  'bank rows changed': "Rows in the bank's tables differ from the batch's file.",
  'database restored': 'The database has fewer entries than were signed.',
} as const;

export type BrokenKind = keyof typeof BROKEN;

export type Broken = { kind: BrokenKind; entry: number | null; what: string };

type Outside = { kind: 'witness' | 'time-stamp'; name: string; at: string };

export type Verdict = {
  broken: Broken[];
  outside: Outside[];
  checked: string[];
  unchecked: string[];
  notDone: string[];
  /** True for files with a list that nobody signed. */
  unsigned: boolean;
};

export const newVerdict = (): Verdict => ({
  broken: [],
  outside: [],
  checked: [],
  unchecked: [],
  notDone: [],
  unsigned: false,
});

/** Returns 0 proven, 1 broken, 3 proven by the operator alone, 4 some requested checks not run. */
export function exitCodeOf({ broken, outside, notDone }: Verdict): number {
  if (broken.length > 0) return 1;
  if (notDone.length > 0) return 4;
  return outside.length > 0 ? 0 : 3;
}
