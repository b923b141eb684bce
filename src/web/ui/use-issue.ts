import { useState } from 'react';
import { fail } from '../lib/notices.ts';

/** Issue of a form and its field. A new object moves the focus even if the text is the same. */
export type Issue<Name extends string = string> = { field: Name; message: string };

/** Holds the issue of a rejected form: a notice, and a mark until the field changes. */
export function useIssue<Name extends string>() {
  const [issue, setIssue] = useState<Issue<Name> | null>(null);
  return {
    issueAt: (field: Name) => (issue?.field === field ? issue : undefined),
    /** Marks a field without a notice; null clears it. */
    mark: setIssue,
    refuse: (found: Issue<Name>) => {
      setIssue(found);
      fail('Validation Error', found.message);
    },
  };
}
