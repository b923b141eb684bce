import { Check, Copy } from 'lucide-react';
import { useCopy } from './use-copy.ts';

/** Button with an icon that copies a text and reports it. */
export function CopyButton(props: {
  text: string;
  label: string;
  className: string;
  iconSize?: string;
}) {
  const [copied, copy] = useCopy();
  const Icon = copied ? Check : Copy;
  return (
    <>
      <button
        type="button"
        onClick={() => void copy(props.text)}
        aria-label={props.label}
        className={`grid place-items-center text-ink-soft hover:text-ink ${props.className}`}
      >
        <Icon aria-hidden className={props.iconSize ?? 'size-4'} />
      </button>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}
