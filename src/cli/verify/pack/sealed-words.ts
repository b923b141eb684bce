import type { Facts } from '../../../engines/provenance/opening.ts';
import { listedPerson } from '../../../product/proof/evidence-pack/sealed-facts.ts';

/** Compares a listed person with the sealed one. Entries made before persons were sealed say nothing. */
export const isListed = (by: Facts['by'] | undefined, listed: string | null): boolean =>
  by === undefined || by === null || by === 'closed' || listedPerson(by) === listed;

/** Returns the names of listed values that differ from the sealed words. */
export function differingWords(
  said: Facts['said'] | undefined,
  listed: { [name: string]: unknown },
): string[] {
  if (said === undefined || said === null || said === 'closed') return [];
  return Object.keys(listed).filter(
    (name) => name in said && JSON.stringify(said[name]) !== JSON.stringify(listed[name]),
  );
}
