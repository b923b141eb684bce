import { Dialog } from '../../ui/dialog.tsx';

const KEYS: readonly [key: string, words: string][] = [
  ['A', 'Approve (legitimate), and go to the next undecided case'],
  ['R', 'Reject (confirmed), and go to the next undecided case'],
  ['J', 'Next case'],
  ['K', 'Previous case'],
  ['Z', 'Undo the last decision, for ten seconds'],
  ['Space', 'Scroll the case'],
  ['?', 'Show these keys'],
];

export function KeysDialog(props: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={props.open}
      onOpenChange={(open) => !open && props.onClose()}
      title="Keys"
      description="They work outside text fields, and can be switched off in the toolbar."
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        {KEYS.map(([key, words]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded-sm border border-control px-1.5 font-mono text-xs">{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
