import { ServiceError } from '../lib/service-error.ts';

/** Throws if policies prevented the change. */
export function requireChanged(rows: readonly { id: string }[] | null): void {
  if (!rows || rows.length === 0) {
    throw new ServiceError('You do not have permission to change this.');
  }
}
