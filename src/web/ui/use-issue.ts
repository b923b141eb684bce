import { useState } from 'react';
import { fail } from '../lib/notices.ts';

/** What is wrong with a form, and at which field. Each is an object of its own: Field moves the focus to a new one. */
export type Issue<Name extends string = string> = { field: Name; message: string };

/** The issue a form was refused for. It is announced as a notice, and marked at its field until that is changed. */
export function useIssue<Name extends string>() {
  const [issue, setIssue] = useState<Issue<Name> | null>(null);
  return {
    issueAt: (field: Name) => (issue?.field === field ? issue : undefined),
    /** Marks the field, or none, and says nothing. */
    mark: setIssue,
    refuse: (found: Issue<Name>) => {
      setIssue(found);
      fail('Validation Error', found.message);
    },
  };
}
