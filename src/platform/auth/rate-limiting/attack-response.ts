/**
 * Throttling of sign-ins from a device and network unknown to the account. Others' attempts never
 * cause a refusal; a first attempt waits at most a few seconds.
 *
 * NIST SP 800-63B-4, 3.2.2 allows at most 100 consecutive failures of an account; OWASP's device
 * cookies exempt devices that signed in before.
 */
export type AttackResponse = {
  delaySeconds: number;
  /** Limit of failures of one unknown network at this account, and its window in seconds. */
  max: number;
  withinSeconds: number;
};

const MAX_DELAY_SECONDS = 4;
const FIRST_DELAY_SECONDS = 0.25;

/** Zero below the start, then a quarter of a second, doubled with each further step. */
function growingDelay(failures: number, start: number, step: number): number {
  if (failures < start) return 0;
  const doublings = Math.floor((failures - start) / step);
  return Math.min(MAX_DELAY_SECONDS, FIRST_DELAY_SECONDS * 2 ** doublings);
}

/**
 * @param counts.ofAccount strangers' attempts at the account within the last hour, from everywhere
 * @param counts.ofNetwork strangers' attempts from the network within the last five minutes, at all accounts
 */
export function respondToAttack(counts: { ofAccount: number; ofNetwork: number }): AttackResponse {
  const { ofAccount, ofNetwork } = counts;
  const delaySeconds = Math.max(growingDelay(ofAccount, 40, 20), growingDelay(ofNetwork, 100, 50));
  if (ofAccount >= 100) return { delaySeconds, max: 1, withinSeconds: 3600 };
  if (ofAccount >= 50) return { delaySeconds, max: 3, withinSeconds: 300 };
  return { delaySeconds, max: 10, withinSeconds: 300 };
}
