import type { TypedText } from './typed-text.ts';

/** In this tab alone, and gone with it. */
const KEY = 'sandbox.return-to';

/** A page on which a session ended, with what had been typed there. */
export type PageLeft = { path: string; typed: TypedText[] };

let onPurpose = false;

/** Says before somebody signs out that no page is to be noted: the next session begins anew. */
export function leaveOnPurpose(leaving: boolean): void {
  onPurpose = leaving;
  if (leaving) sessionStorage.removeItem(KEY);
}

/** Notes the page on which somebody's session ended. False where it was ended on purpose. */
export function notePageLeft(userId: string, typed: TypedText[]): boolean {
  if (onPurpose) return false;
  const { pathname, search, hash } = window.location;
  const left: PageLeft = { path: `${pathname}${search}${hash}`, typed };
  sessionStorage.setItem(KEY, JSON.stringify({ userId, ...left }));
  return true;
}

/** The page that this user's session ended on, once; null for anybody else. */
export function takePageLeft(userId: string): PageLeft | null {
  const noted = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  onPurpose = false;
  if (noted === null) return null;
  const { userId: whose, path, typed } = JSON.parse(noted) as PageLeft & { userId: string };
  return whose === userId ? { path, typed } : null;
}
