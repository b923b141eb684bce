import { hexToBytes } from '@noble/hashes/utils.js';
import { commitmentTo, type LogEntry } from './log-entry.ts';

/** Text and 32-byte salt in hexadecimal, which open a commitment of a log entry. */
type Opened = { salt: string; text: string };

/** Openings of an entry: the person who acted (`by`) and the words (`said`), both JSON texts. */
export type Opening = {
  by?: Opened | { erased: true } | undefined;
  said?: Opened | undefined;
  /** The database lost what the entry records; the log took the entry from its tiles. */
  lost?: true | undefined;
};

type Person = { id: string; email: string | null; name: string | null };

type Words = { [key: string]: unknown };

export type Facts = {
  /** Null for entries without a person; 'erased' or 'closed' if nothing opens the commitment. */
  by: Person | 'erased' | 'closed' | null;
  said: Words | 'closed' | null;
};

const opens = (commitment: unknown, { salt, text }: Opened): boolean =>
  /^[0-9a-f]{64}$/.test(salt) && commitmentTo(hexToBytes(salt), text) === commitment;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * Opens an entry's commitments to a person and to words.
 *
 * @returns the part whose opening is for another text (`by` or `said`), or the facts
 */
export function openEntry({ detail }: LogEntry, opening: Opening): Facts | 'by' | 'said' {
  const { by, said } = opening;
  const facts: Facts = {
    by: detail.by === undefined ? null : 'closed',
    said: detail.said === undefined ? null : 'closed',
  };
  if (by !== undefined && 'erased' in by) facts.by = 'erased';
  else if (by !== undefined) {
    if (!opens(detail.by, by)) return 'by';
    facts.by = parsed(by.text) as Person;
  }
  if (said !== undefined) {
    if (!opens(detail.said, said)) return 'said';
    facts.said = parsed(said.text) as Words;
  }
  return facts;
}

/** Entry kinds whose persons and words an evidence pack opens. */
export const isOpenedInPacks = (kind: string): boolean =>
  /^(dataset|batch|report|model|evidence|review|case|exceptions?)\./.test(kind);
