import { useRef } from 'react';

/** Returns focus after a dialog; Radix does so only for its own triggers. */
export function useFocusReturn() {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current =
        document.activeElement instanceof HTMLElement ? document.activeElement : null;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const target = opener.current?.isConnected
        ? opener.current
        : document.querySelector<HTMLElement>('main h1');
      target?.focus();
    },
  };
}
