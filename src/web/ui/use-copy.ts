import { useState } from 'react';
import { fail } from '../lib/notices.ts';

/** Copies a text and says for a moment that it did. Browsers allow it on secure origins only, and can refuse. */
export function useCopy(): [copied: boolean, copy: (text: string) => Promise<void>] {
  const [copied, setCopied] = useState(false);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return fail(
        'Copy failed',
        'The browser does not allow it here. Select the text and copy it.',
      );
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return [copied, copy];
}
