import { useState } from 'react';
import { fail } from '../lib/notices.ts';

/** Copies a text and confirms it briefly. Browsers allow it only on secure origins. */
export function useCopy(): [copied: boolean, copy: (text: string) => Promise<void>] {
  const [copied, setCopied] = useState(false);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return fail(
        'Copy failed',
        'The browser does not allow copying here. Select the text and copy it manually.',
      );
    }
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return [copied, copy];
}
