import { useEffect, useState } from 'react';

/** Where the answers take longer, the page shows without them. */
const MAX_WAIT_MS = 500;
let awaited: Promise<unknown> | null = null;

/** Holds back what the first page of a visit shows below its head until these requests are answered. */
export function awaitFirstAnswers(answered: Promise<unknown>): void {
  const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  awaited = Promise.race([answered, late]).finally(() => {
    awaited = null;
  });
}

/**
 * Whether a page shows what stands below its head: at once, and on the first page of a visit when its rows are here, so
 * that head and frame are painted while these are on their way, and no list is drawn empty first.
 */
export function useFirstAnswers(): boolean {
  const [here, setHere] = useState(awaited === null);
  useEffect(() => {
    void awaited?.then(() => setHere(true));
    if (awaited === null) setHere(true);
  }, []);
  return here;
}
