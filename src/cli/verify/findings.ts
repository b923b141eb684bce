/** What `verify` can find, each with what it means. */
export const BROKEN = {
  'checkpoint unsigned': 'The checkpoint is not signed by the key of the log.',
  'key swapped': 'The log is signed by another key than the one that was given.',
  'entry edited': 'The bytes of an entry are not those that were sealed.',
  'entry deleted': 'An entry is missing in the middle of the log.',
  'entry inserted': 'An entry stands in the log that was not sealed there.',
  'entries reordered': 'Entries stand in another order than they were sealed in.',
  'organization swapped': 'An entry was given to another organization.',
  'tail cut': 'The newest entries are missing.',
  'tree damaged': 'The tiles of the tree do not follow from the entries.',
  'log rolled back': 'The log is older than a checkpoint that was seen before.',
  'log rewritten': 'Entries that were sealed before were replaced.',
  'split view': 'Two checkpoints of one size differ: others were shown another log.',
  'witness contradicted': "A witness's signature over the checkpoint is wrong.",
  'time-stamp wrong': 'The time-stamp is not one of this checkpoint by this authority.',
  'entry not in the log': 'The proof does not lead to the checkpoint.',
  'manifest changed': 'The manifest is not the one on the log.',
  'file changed': 'A file is not the one that the manifest names.',
  'file missing': 'A file that the manifest names is missing.',
  'signature wrong': 'The model signature is wrong, or signs other files.',
  'statement changed': 'A statement about the batch names another file.',
  'source differs': 'The batch was learned from another file.',
  'pack changed': 'The list of the pack names other files than it holds.',
  'report changed': 'The report is not the one on the log.',
  'approval changed': 'An approval is not one that is on the log.',
  'evidence changed': 'A document is not the one on the log.',
  'model differs': 'The batch was sampled from another model.',
  'not made again': 'Made again from its manifest, the batch comes out otherwise.',
  'batch changed in the database': 'What the database says of a batch is not what was sealed.',
  'privacy ledger cut': 'Entries of the privacy ledger are missing.',
  'bank rows changed': "Rows in the bank's tables are not those of the batch's file.",
  'database restored': 'The database holds fewer entries than were signed.',
} as const;

export type BrokenKind = keyof typeof BROKEN;

/** Something that does not hold, at an entry of the log where it is about one. */
export type Broken = { kind: BrokenKind; entry: number | null; what: string };

/** Somebody else than the operator who vouches for the checkpoint. */
type Outside = { kind: 'witness' | 'time-stamp'; name: string; at: string };

export type Verdict = {
  broken: Broken[];
  outside: Outside[];
  /** What was looked at, and what was not, in sentences. */
  checked: string[];
  unchecked: string[];
  /** What was asked for and could not be done, in sentences. The rest of the verdict stands without it. */
  notDone: string[];
};

export const newVerdict = (): Verdict => ({
  broken: [],
  outside: [],
  checked: [],
  unchecked: [],
  notDone: [],
});

/** 0 proven, 1 broken, 3 proven by the operator alone, 4 not all done that was asked for. */
export function exitCodeOf({ broken, outside, notDone }: Verdict): number {
  if (broken.length > 0) return 1;
  if (notDone.length > 0) return 4;
  return outside.length > 0 ? 0 : 3;
}
