import type { TypedText } from './typed-text.ts';

/** Key in session storage, which belongs to this tab only. */
const KEY = 'sandbox.return-to';

/** Page on which a session ended, with its unsaved input. */
export type PageLeft = { path: string; typed: TypedText[] };

let onPurpose = false;

/** Marks a deliberate sign-out, after which the next session starts on the default page. */
export function leaveOnPurpose(leaving: boolean): void {
  onPurpose = leaving;
  if (leaving) sessionStorage.removeItem(KEY);
}

/** Saves the page on which a user's session ended. Returns false after a deliberate sign-out. */
export function notePageLeft(userId: string, typed: TypedText[]): boolean {
  if (onPurpose) return false;
  const { pathname, search, hash } = window.location;
  const pageLeft: PageLeft = { path: `${pathname}${search}${hash}`, typed };
  sessionStorage.setItem(KEY, JSON.stringify({ userId, ...pageLeft }));
  return true;
}

/** Returns and clears the page on which this user's session ended; null for other users. */
export function takePageLeft(userId: string): PageLeft | null {
  const noted = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  onPurpose = false;
  if (noted === null) return null;
  const { userId: whose, path, typed } = JSON.parse(noted) as PageLeft & { userId: string };
  return whose === userId ? { path, typed } : null;
}
