/** The share of false alarms at which membership is judged. */
export const FALSE_ALARMS = 0.01;

/** How often a score tells members and non-members apart at about 1 % false alarms. */
export type Membership = {
  members: number;
  membersOf: number;
  others: number;
  othersOf: number;
};

/**
 * True and false positives of "was learned from" at a threshold that lets 1 % of one half of the rows pass which
 * nothing was learned from; false alarms are counted on the other half, so that the threshold does not flatter itself.
 *
 * @param members a score a row that was learned from; higher speaks for membership
 * @param others the same for rows that were not, in random order
 */
export function tellMembers(members: Float64Array, others: Float64Array): Membership {
  const half = others.length >> 1;
  const calibration = others.slice(0, half).sort();
  const allowed = Math.floor(FALSE_ALARMS * half);
  const threshold = calibration[half - 1 - allowed] ?? Number.POSITIVE_INFINITY;
  const over = (scores: Float64Array) => {
    let count = 0;
    for (const score of scores) if (score > threshold) count++;
    return count;
  };
  return {
    members: over(members),
    membersOf: members.length,
    others: over(others.subarray(half)),
    othersOf: others.length - half,
  };
}
