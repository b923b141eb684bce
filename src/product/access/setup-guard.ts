import { networkOf } from '../../platform/auth/rate-limiting/network-of.ts';
import { AppError } from '../../shared/errors.ts';

const MAX_FAILURES = 10;
const WINDOW_MILLISECONDS = 5 * 60_000;

/** Slows down guessing of the setup token: ten wrong ones from an address, then a pause of five minutes. */
export function createSetupGuard(now: () => number = Date.now) {
  const failures = new Map<string, number[]>();
  return async (address: string, right: boolean): Promise<void> => {
    const network = networkOf(address);
    const recent = (failures.get(network) ?? []).filter((at) => now() - at < WINDOW_MILLISECONDS);
    if (recent.length >= MAX_FAILURES) {
      const left = recent[0]! + WINDOW_MILLISECONDS - now();
      throw new AppError(
        'rate_limited',
        'Too many wrong setup tokens. Try again in five minutes.',
        { retryAfter: Math.max(1, Math.ceil(left / 1000)) },
      );
    }
    if (right) {
      failures.delete(network);
      return;
    }
    failures.set(network, [...recent, now()]);
    if (failures.size > 10_000) failures.delete(failures.keys().next().value as string);
    throw new AppError('unauthenticated', 'Invalid setup token');
  };
}
