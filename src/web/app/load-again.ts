export const PART_LOST = 'Failed to fetch';

const isReachable = (): Promise<boolean> =>
  fetch(location.href).then(
    () => true,
    () => false,
  );

/** Reloads the page if the server answers; otherwise the browser would show its own error page. */
export async function loadAgain(): Promise<void> {
  if (await isReachable()) location.reload();
}

/**
 * Reloads once after an update has removed a part of the older build.
 *
 * @returns false if the server does not answer
 */
export async function followUpdate(): Promise<boolean> {
  if (!(await isReachable())) return false;
  if (sessionStorage.reloaded === location.href) return true;
  sessionStorage.reloaded = location.href;
  location.reload();
  return true;
}
