import { AppError } from '../../shared/errors.ts';

export function diskFull(error: unknown): AppError | null {
  const { code, message = '' } = error as { code?: unknown; message?: string };
  const full = code === 'ENOSPC' || code === '53100' || /No space left on device/i.test(message);
  return full ? new AppError('unavailable', 'The disk is full.', { cause: error }) : null;
}
