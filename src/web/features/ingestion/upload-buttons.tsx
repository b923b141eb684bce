import { Button } from '../../ui/button.tsx';

type UploadButtonsProps = {
  state: { kind: string; share?: number };
  label: string;
  disabled?: boolean;
  onSelect: () => void;
  onSend: () => void;
  onCancel: () => void;
};

export function UploadButtons({ state, label, disabled = false, ...on }: UploadButtonsProps) {
  const busy = state.kind === 'uploading';
  return (
    <div className="mt-3 flex flex-wrap justify-center gap-2">
      <Button disabled={busy} onClick={on.onSelect}>
        Select File
      </Button>
      <Button
        variant="primary"
        disabled={disabled && !busy}
        busy={busy}
        busyLabel={busy && state.share === 1 ? 'Reading...' : 'Uploading...'}
        onClick={on.onSend}
      >
        {label}
      </Button>
      {busy && <Button onClick={on.onCancel}>Cancel</Button>}
    </div>
  );
}
