export const FALSE_ALARMS = 0.01;

/**
 * Counts true and false positives of membership inference. One part of the control rows sets the
 * threshold at 1 % false positives; the other part measures them, to avoid optimistic bias.
 *
 * @param members one score per training row; higher indicates membership
 * @param others scores of control rows, in random order
 * @param calibrating number of leading control rows that set the threshold
 * @returns 1 or 0 for each member, and for each row of the other part
 */
export function classifyMembership(
  members: Float64Array,
  others: Float64Array,
  calibrating = others.length >> 1,
): { members: Uint8Array; others: Uint8Array } {
  const calibration = others.slice(0, calibrating).sort();
  const allowed = Math.floor(FALSE_ALARMS * calibrating);
  const threshold = calibration[calibrating - 1 - allowed] ?? Number.POSITIVE_INFINITY;
  const over = (scores: Float64Array) =>
    Uint8Array.from(scores, (score) => (score > threshold ? 1 : 0));
  return { members: over(members), others: over(others.subarray(calibrating)) };
}
