import { Check, Copy } from 'lucide-react';
import { ScrollFrame } from './scroll-frame.tsx';
import { useCopy } from './use-copy.ts';

export function CodeBlock({ label, code }: { label: string; code: string }) {
  const [copied, copy] = useCopy();
  return (
    <div className="relative">
      <ScrollFrame label={label} className="max-h-96 rounded-md border border-line bg-sunk">
        <pre className="p-4 pr-12 font-mono text-xs leading-5">{code}</pre>
      </ScrollFrame>
      <button
        type="button"
        onClick={() => void copy(code)}
        aria-label={`Copy ${label}`}
        className="absolute top-2 right-2 grid size-8 place-items-center rounded-md border border-line bg-surface text-ink-soft hover:text-ink"
      >
        {copied ? (
          <Check aria-hidden className="size-4" />
        ) : (
          <Copy aria-hidden className="size-4" />
        )}
      </button>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </div>
  );
}
