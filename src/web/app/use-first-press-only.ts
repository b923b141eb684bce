import { useEffect } from 'react';

const WORK = 'button[aria-busy]';

/**
 * Of a double click the first one counts: the second neither does the work again, where the answer was quick, nor
 * falls on whatever has come under the pointer since. Neither does a key that is held down.
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
