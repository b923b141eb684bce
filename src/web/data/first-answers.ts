import { useEffect, useState } from 'react';

/** Longest wait before the page shows without its rows. */
const MAX_WAIT_MS = 500;
let awaited: Promise<unknown> | null = null;

/** Delays the content of a visit's first page until these requests are answered. */
export function awaitFirstAnswers(answered: Promise<unknown>): void {
  const late = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS));
  awaited = Promise.race([answered, late]).finally(() => {
    awaited = null;
  });
}

/** Returns true once the page may show its content: a visit's first page waits for its rows. */
export function useFirstAnswers(): boolean {
  const [here, setHere] = useState(awaited === null);
  useEffect(() => {
    void awaited?.then(() => setHere(true));
    if (awaited === null) setHere(true);
  }, []);
  return here;
}
