import { toast } from 'sonner';
import { messageOf } from './service-error.ts';

const VALIDATION = 'Validation Error';

const failures = new Set<string | number>();

/** Closes notices of failures: something worked since, or the page is another. */
export function dismissFailures(): void {
  for (const id of failures) toast.dismiss(id);
  failures.clear();
}

/** Tells of something that worked. */
export function notice(title: string, description?: string): void {
  dismissFailures();
  toast(title, { description });
}

/** Tells of something that should be seen before going on. */
export function warn(title: string, description?: string): void {
  toast.warning(title, { description, duration: 8000 });
}

/** Tells of a failure, with the server's message where it has one. */
export function fail(title: string, error?: unknown, fallback?: string): void {
  const description =
    error === undefined
      ? undefined
      : typeof error === 'string'
        ? error
        : messageOf(error, fallback);
  const id = toast.error(title, {
    ...(description !== undefined && { description, duration: 10_000 }),
    // What was typed is checked again and again: the newest finding takes the place of the one before.
    ...(title === VALIDATION && { id: VALIDATION }),
  });
  failures.add(id);
}
