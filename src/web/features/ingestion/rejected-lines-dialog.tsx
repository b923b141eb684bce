import type { RejectedLines } from '../../../shared/contracts/ingestion.ts';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { linesCounted, linesOf } from './lines.ts';

const descriptionOf = ({ totals, rejected_count: count }: RejectedLines): string =>
  totals
    ? `${count === 1 ? '1 total is' : `${formatCount(count)} totals are`} not the total of the file’s entries. Nothing was stored. Accept the file, or correct it first.`
    : `${linesCounted(count)} not readable as rows. Nothing was stored. Skip these lines, or correct the file first.`;

export function RejectedLinesDialog(props: {
  filename: string;
  lines: RejectedLines | null;
  onLeaveOut: () => void;
  onCancel: () => void;
}) {
  const { lines } = props;
  const [first] = lines?.rejects ?? [];
  return (
    <Dialog
      open={lines !== null}
      onOpenChange={(open) => !open && props.onCancel()}
      title={
        lines?.totals
          ? `Totals of ${props.filename} don’t agree`
          : `Some lines of ${props.filename} can’t be read`
      }
      description={lines ? descriptionOf(lines) : ''}
      footer={
        <>
          <Button onClick={props.onCancel}>Cancel upload</Button>
          <Button variant="primary" onClick={props.onLeaveOut}>
            {lines?.totals ? 'Accept file' : 'Skip lines'}
          </Button>
        </>
      }
    >
      {first && (
        <>
          <p className="mb-2">
            {linesOf({ fromLine: first.fromLine, toLine: first.fromLine })}: {first.reason}
          </p>
          {first.text !== '' && (
            <code className="block rounded-md border border-line px-3 py-2 font-mono text-xs wrap-anywhere text-ink-soft">
              {first.text}
            </code>
          )}
        </>
      )}
    </Dialog>
  );
}
