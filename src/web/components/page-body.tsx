import type { ReactNode } from 'react';
import { useFirstAnswers } from '../data/first-answers.ts';

/** Page content below the head. On the first page of a visit it appears together with its rows. */
export function PageBody({ children }: { children: ReactNode }) {
  return useFirstAnswers() ? children : <div role="status" aria-label="Loading" />;
}
