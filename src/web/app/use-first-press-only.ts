import { useEffect } from 'react';

const WORK = 'button[aria-busy]';

/**
 * Ignores the second press of a double click and repeats of a held key. Otherwise a quick answer
 * would let the work run twice, or the press would hit what has since appeared under the pointer.
 */
export function useFirstPressOnly(): void {
  useEffect(() => {
    let pressed: Element | null = null;
    const stop = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const click = (event: MouseEvent) => {
      const button = (event.target as Element).closest('button');
      if (event.detail < 2) pressed = button;
      else if (pressed?.matches(WORK) || (button !== pressed && button?.matches(WORK))) stop(event);
    };
    const key = (event: KeyboardEvent) => {
      const on = event.target as Element;
      if (event.repeat && event.key === 'Enter' && on.matches(`${WORK}, form input`)) stop(event);
    };
    document.addEventListener('click', click, true);
    document.addEventListener('keydown', key, true);
    return () => {
      document.removeEventListener('click', click, true);
      document.removeEventListener('keydown', key, true);
    };
  }, []);
}
