import { z } from 'zod';
import { FORMER_LOG_ENTRIES } from '../../../shared/log-entries.ts';
import type { Parts } from '../parts/parts.ts';
import { addBroken, isOfPeriod, type Known, readJson } from './pack-records.ts';
import { differingWords, isListed } from './sealed-words.ts';

const decision = z.looseObject({
  exceptions: z.uuid(),
  item: z.int().nullable(),
  at: z.string(),
  by: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  note: z.string().nullable(),
});
type Decision = z.infer<typeof decision>;

/** Returns false for steps without an entry, such as the start of a review. */
const isDecided = ({ item, after }: Decision) =>
  item !== null || after === 'approved' || after === 'rejected';

const KINDS = ['review.decided', 'case.decided'];

/** Returns true if decisions were sealed before entries committed to words. */
const isWithoutWords = (exceptions: string, { facts }: Known): boolean =>
  [...KINDS, ...Object.keys(FORMER_LOG_ENTRIES)].some((kind) =>
    facts.ofKind(kind).some(({ entry, said }) => entry.subject === exceptions && said === null),
  );

/** Returns the sealed entry of a decision; undefined if there is none, which is reported. */
function sealedSeq(listed: Decision, known: Known): number | undefined {
  const { facts, last, verdict } = known;
  const { exceptions, item, at, by, before, after, note } = listed;
  const fact = facts.decision(exceptions, item, at);
  const where = item === null ? `Exceptions ${exceptions}` : `Case ${item + 1} of ${exceptions}`;
  const broken = (what: string) =>
    addBroken(verdict, 'decision changed', fact?.entry, `${where}: ${what}`);
  if (fact === undefined) {
    if (isWithoutWords(exceptions, known)) {
      verdict.unchecked.push(`${where}: sealed before entries named persons and words.`);
    } else if (!(at > last.at)) broken(`the decision of ${at} is not on the log.`);
    return undefined;
  }
  const words = differingWords(fact.said, { before, after, note });
  if (!isListed(fact.by, by) || words.length > 0) broken('its person, note or result differs.');
  return fact.entry.seq;
}

/** Compares decisions on exceptions with the entries: none may differ, be added or be missing. */
export async function checkDecisions(parts: Parts, known: Known): Promise<void> {
  const { facts, index, verdict } = known;
  const listed = await readJson(parts, 'decisions.json', z.array(decision));
  const decided = listed.filter(isDecided);
  const found = new Set(decided.map((one) => sealedSeq(one, known)));
  const named = new Set(listed.map(({ exceptions }) => exceptions));
  for (const kind of KINDS) {
    for (const { entry, said } of facts.ofKind(kind)) {
      const isOfPack = isOfPeriod(index) || named.has(entry.subject);
      if (!isOfPack || found.has(entry.seq) || said === null) continue;
      const what = `A decision on ${entry.subject} is on the log but not in decisions.json.`;
      addBroken(verdict, 'decision changed', entry, what);
    }
  }
  verdict.checked.push(`${decided.length} decision(s) on exceptions by person, time and words.`);
}
