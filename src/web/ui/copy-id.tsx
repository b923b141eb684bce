import { CopyButton } from './copy-button.tsx';

export function CopyId(props: { id: string; shown?: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <code title={props.id} className="font-mono text-xs">
        {props.shown ?? props.id}
      </code>
      <CopyButton
        text={props.id}
        label={`Copy ${props.what}`}
        className="size-6 rounded-sm"
        iconSize="size-3.5"
      />
    </span>
  );
}
