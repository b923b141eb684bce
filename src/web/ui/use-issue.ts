import { useState } from 'react';
import { fail } from '../lib/notices.ts';

/** Issue of a form and its field. A new object moves the focus even if the text is the same. */
export type Issue<Name extends string = string> = { field: Name; message: string };

export function useIssue<Name extends string>() {
  const [issue, setIssue] = useState<Issue<Name> | null>(null);
  return {
    issueAt: (field: Name) => (issue?.field === field ? issue : undefined),
    mark: setIssue,
    refuse: (found: Issue<Name>) => {
      setIssue(found);
      fail('Validation Error', found.message);
    },
  };
}
