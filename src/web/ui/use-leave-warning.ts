import { useEffect } from 'react';

/** While something is on its way that leaving would end, the browser asks before it closes or reloads the page. */
export function useLeaveWarning(on: boolean): void {
  useEffect(() => {
    if (!on) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [on]);
}
