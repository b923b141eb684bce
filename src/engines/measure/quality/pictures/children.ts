import type { PictureFigures } from '../../../../shared/report-sentences/picture-table.ts';
import type { Table } from '../../../table/table.ts';
import { type Relationship, referenceCounts } from '../multi-table.ts';
import { MIN_PICTURED, type Persons, shareBins } from './count-cells.ts';
import { labelOf, sizeCode } from './lengths.ts';

type Side = { child: Table; parent: Table };

/** Share of references without a parent; null for one to four real ones. */
const orphanShare = (orphans: number, references: number, hide: boolean) =>
  hide && orphans > 0 && orphans < MIN_PICTURED ? null : orphans / Math.max(1, references);

/**
 * Draws parents by their number of children, in bins that double, and the share of references
 * without a parent.
 *
 * @param persons of the real parents; null if each parent is a person
 * @returns null if a side has no parents or no references
 */
export function childrenPicture(
  real: Side,
  synthetic: Side,
  { relation, persons }: { relation: Relationship; persons: Persons },
): PictureFigures | null {
  const sides = [real, synthetic].map(({ child, parent }) =>
    referenceCounts(parent, child, relation),
  );
  if (sides.some(({ children, references }) => children.length === 0 || references === 0))
    return null;
  // Parents without children come first, then bins of 1, 2–3, 4–7 children.
  const codes = sides.map(({ children }) =>
    Array.from(children, (count) => (count === 0 ? 0 : sizeCode(count) + 1)),
  );
  const size = codes.flat().reduce((most, code) => Math.max(most, code), 0) + 1;
  const [own, other] = codes.map((list, side) =>
    shareBins(list, size, { persons: side === 0 ? persons : null, hide: side === 0 }),
  );
  const [orphans, made] = sides.map(({ orphans: count, references }, side) =>
    orphanShare(count, references, side === 0),
  );
  return {
    kind: 'bars',
    name: 'children',
    column: `${relation.childKey} names ${relation.parent}.${relation.parentKey}`,
    bins: Array.from({ length: size }, (_, code) => ({
      label: code === 0 ? 'none' : labelOf(code - 1),
      real: own[code],
      synthetic: other[code],
    })),
    orphans: { real: orphans, synthetic: made },
  };
}
