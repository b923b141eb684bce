import type { z } from 'zod';
import type { LogEntry } from '../../../engines/provenance/log-entry.ts';
import { AppError } from '../../../shared/errors.ts';
import type { BrokenKind, Verdict } from '../findings.ts';
import type { Parts } from '../parts/parts.ts';
import type { PackEntries } from './pack-entries.ts';
import type { PackIndex } from './pack-index.ts';

export type Known = PackEntries & { index: PackIndex; verdict: Verdict };

export async function readJson<Schema extends z.ZodType>(
  parts: Parts,
  name: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const parsed = schema.safeParse(JSON.parse((await parts.read(name)).toString('utf8')));
  if (!parsed.success) throw new AppError('bad_request', `${name} is not a valid file of a pack.`);
  return parsed.data;
}

export function newest(
  entries: readonly LogEntry[],
  kinds: readonly string[],
): Map<string, LogEntry> {
  const matches = entries.filter(({ kind }) => kinds.includes(kind));
  return new Map(matches.map((entry) => [entry.subject, entry]));
}

export const addBroken = (
  verdict: Verdict,
  kind: BrokenKind,
  entry: LogEntry | undefined,
  what: string,
) => verdict.broken.push({ kind, entry: entry?.seq ?? null, what });

/** Returns true for a pack of a period, which has all that its entries name. */
export const isOfPeriod = ({ about }: PackIndex): boolean => 'from' in about;
