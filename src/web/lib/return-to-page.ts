/** In this tab alone, and gone with it. */
const KEY = 'sandbox.return-to';

type Left = { userId: string; path: string };

let onPurpose = false;

/** Says before somebody signs out that no page is to be noted: the next session begins anew. */
export function leaveOnPurpose(leaving: boolean): void {
  onPurpose = leaving;
  if (leaving) sessionStorage.removeItem(KEY);
}

/** Notes the page on which somebody's session ended, unless it was ended on purpose. */
export function notePageLeft(userId: string): void {
  if (onPurpose) return;
  const { pathname, search, hash } = window.location;
  const left: Left = { userId, path: `${pathname}${search}${hash}` };
  sessionStorage.setItem(KEY, JSON.stringify(left));
}

/** The page that this user's session ended on, once; null for anybody else. */
export function takePageLeft(userId: string): string | null {
  const noted = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  onPurpose = false;
  if (noted === null) return null;
  const left = JSON.parse(noted) as Left;
  return left.userId === userId ? left.path : null;
}
