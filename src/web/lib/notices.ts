import { messageOf } from './service-error.ts';

const VALIDATION = 'Validation Error';

export type Notice = {
  id: number;
  kind: 'done' | 'warning' | 'failure';
  title: string;
  description?: string | undefined;
  durationMs: number;
};

let notices: readonly Notice[] = [];
let added = 0;
const listeners = new Set<() => void>();

function show(next: readonly Notice[]): void {
  notices = next;
  for (const listener of listeners) listener();
}

function add(notice: Omit<Notice, 'id'>): void {
  added += 1;
  show([...notices, { id: added, ...notice }]);
}

export const currentNotices = (): readonly Notice[] => notices;

export function subscribeNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function dismissNotice(id: number): void {
  show(notices.filter((notice) => notice.id !== id));
}

export function dismissFailures(): void {
  if (notices.some(({ kind }) => kind === 'failure'))
    show(notices.filter(({ kind }) => kind !== 'failure'));
}

export function notice(title: string, description?: string): void {
  dismissFailures();
  add({ kind: 'done', title, description, durationMs: 4000 });
}

export function warn(title: string, description?: string): void {
  add({ kind: 'warning', title, description, durationMs: 8000 });
}

export function fail(title: string, error?: unknown, fallback?: string): void {
  const description =
    error === undefined
      ? undefined
      : typeof error === 'string'
        ? error
        : messageOf(error, fallback);
  // Validation runs repeatedly; the newest issue replaces the previous one.
  if (title === VALIDATION) show(notices.filter((before) => before.title !== VALIDATION));
  const durationMs = description === undefined ? 4000 : 10_000;
  add({ kind: 'failure', title, description, durationMs });
}
