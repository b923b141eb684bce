import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export function EmptyState(props: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <p className="figure-serif text-base">{props.title}</p>
      {props.children && <p className="max-w-[60ch] text-ink-soft">{props.children}</p>}
      {props.action && (
        <div className="mt-3 flex flex-wrap justify-center gap-2">{props.action}</div>
      )}
    </div>
  );
}

export function ErrorState(props: {
  title: string;
  message: string;
  onRetry?: () => void;
  busy?: boolean;
}) {
  return (
    <div role="alert" className="flex flex-col items-center gap-2 px-6 py-12 text-center">
      <p className="figure-serif text-base text-danger">{props.title}</p>
      <p className="max-w-[60ch] text-ink-soft">{props.message}</p>
      {props.onRetry && (
        <Button className="mt-3" onClick={props.onRetry} busy={props.busy ?? false}>
          Try again
        </Button>
      )}
    </div>
  );
}

export function SkeletonRows({ rows = 5 }: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="space-y-4 px-5 py-4">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="skeleton h-4" style={{ width: `${92 - ((i * 17) % 30)}%` }} />
      ))}
    </div>
  );
}
