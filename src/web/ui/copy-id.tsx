import { Check, Copy } from 'lucide-react';
import { useCopy } from './use-copy.ts';

export function CopyId(props: { id: string; shown?: string; what: string }) {
  const [copied, copy] = useCopy();
  return (
    <span className="inline-flex items-center gap-1">
      <code title={props.id} className="font-mono text-xs">
        {props.shown ?? props.id}
      </code>
      <button
        type="button"
        onClick={() => void copy(props.id)}
        aria-label={`Copy ${props.what}`}
        className="grid size-6 place-items-center rounded-sm text-ink-soft hover:text-ink"
      >
        {copied ? (
          <Check aria-hidden className="size-3.5" />
        ) : (
          <Copy aria-hidden className="size-3.5" />
        )}
      </button>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </span>
  );
}
