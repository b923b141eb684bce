/** In this tab alone, and gone with it. */
const KEY = 'sandbox.return-to';

type Left = { userId: string; path: string };

/** Notes the page on which somebody's session ended. */
export function notePageLeft(userId: string): void {
  const { pathname, search, hash } = window.location;
  const left: Left = { userId, path: `${pathname}${search}${hash}` };
  sessionStorage.setItem(KEY, JSON.stringify(left));
}

export const forgetPageLeft = (): void => sessionStorage.removeItem(KEY);

/** The page that this user's session ended on, once; null for anybody else. */
export function takePageLeft(userId: string): string | null {
  const noted = sessionStorage.getItem(KEY);
  forgetPageLeft();
  if (noted === null) return null;
  const left = JSON.parse(noted) as Left;
  return left.userId === userId ? left.path : null;
}
