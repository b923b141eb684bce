import { useEffect } from 'react';
import { messageOf, UNREACHABLE } from '../lib/service-error.ts';
import { PART_LOST } from './load-again.ts';

const RETRY_MS = 2000;
export const CONNECTION_LOST = 'Connection lost, retrying…';

export const isUnreachable = (error: unknown): boolean =>
  messageOf(error) === UNREACHABLE || (error instanceof Error && error.message === PART_LOST);

/** Asks every two seconds until the server answers. */
export function useServerBack(isLost: boolean, onBack: () => void): void {
  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(() => {
      void fetch('/healthz', { cache: 'no-store' }).then(
        ({ ok }) => ok && onBack(),
        () => {},
      );
    }, RETRY_MS);
    return () => clearInterval(timer);
  }, [isLost, onBack]);
}
