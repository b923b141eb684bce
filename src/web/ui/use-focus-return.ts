import { useRef } from 'react';

/**
 * Returns focus to the element that had it before a dialog opened. Radix does so only for its own
 * triggers; our dialogs open from state or the address.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current =
        document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const wanted = opener.current?.isConnected
        ? opener.current
        : document.querySelector<HTMLElement>('main h1');
      wanted?.focus();
    },
  };
}
