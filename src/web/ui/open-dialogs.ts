import { useEffect, useSyncExternalStore } from 'react';

let open = 0;
const listeners = new Set<() => void>();

function add(change: number): void {
  open += change;
  for (const listener of listeners) listener();
}

export function useCountedWhile(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    add(1);
    return () => add(-1);
  }, [isOpen]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useAnyDialog = (): boolean => useSyncExternalStore(subscribe, () => open > 0);
