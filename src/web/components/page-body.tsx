import type { ReactNode } from 'react';
import { useFirstAnswers } from '../data/first-answers.ts';

/** What stands below a page's head. On the first page of a visit it comes with its rows, as one. */
export function PageBody({ children }: { children: ReactNode }) {
  return useFirstAnswers() ? children : <div role="status" aria-label="Loading" />;
}
