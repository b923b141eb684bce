import type { ReactNode } from 'react';
import { balanceNotice } from '../../../shared/balance-notice.ts';
import type { DatasetPreview } from '../../data/dataset-preview.ts';
import { fileSize } from '../../lib/file-size.ts';
import { formatCount } from '../../lib/format.ts';
import { CopyId } from '../../ui/copy-id.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { OriginMark } from '../../ui/origin-mark.tsx';
import { fileFacts } from './file-facts.ts';
import { PreviewRejects } from './preview-rejects.tsx';
import { PreviewRows } from './preview-rows.tsx';
import { PreviewSchema } from './preview-schema.tsx';
import { StatementTotals } from './statement-totals.tsx';

export function PreviewBody(props: { data: DatasetPreview; onMap: (id: string) => void }) {
  const { data } = props;
  return (
    <div className="space-y-7">
      <FileFacts data={data} />
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        <Jump to="preview-rows">Jump to rows</Jump>
        {data.rejected_count > 0 && (
          <Jump to="preview-rejects">
            {formatCount(data.rejected_count)} {data.rejected_count === 1 ? 'line' : 'lines'}{' '}
            rejected
          </Jump>
        )}
        {data.mapping && <LinkButton onClick={() => props.onMap(data.id)}>Map columns</LinkButton>}
      </p>
      <Notices data={data} />
      {data.statement && <StatementTotals facts={data.statement} />}
      <PreviewSchema data={data} />
      <PreviewRows data={data} />
      <PreviewRejects data={data} />
    </div>
  );
}

function Notices({ data }: { data: DatasetPreview }) {
  const ofColumns = (data.layout ?? []).flatMap(({ name, notices: texts }) =>
    texts.map((text) => `${name}: ${text}`),
  );
  const ofBalance = data.balance && balanceNotice(data.balance);
  const notices = ofBalance === null ? ofColumns : [...ofColumns, ofBalance];
  if (notices.length === 0) return null;
  return (
    <ul aria-label="Notices" className="max-w-[72ch] list-disc space-y-1 pl-5 text-warning">
      {notices.map((text) => (
        <li key={text} className="break-words">
          {text}
        </li>
      ))}
    </ul>
  );
}

function FileFacts({ data }: { data: DatasetPreview }) {
  const facts = [...fileFacts(data), fileSize(Number(data.file_size))];
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 text-xs text-ink-soft">
      <OriginMark origin={data.kind === 'upload' ? 'real' : data.kind} />
      <span>{facts.join(' · ')}</span>
      <span className="inline-flex items-center gap-1">
        SHA-256 <CopyId id={data.sha256} shown={`${data.sha256.slice(0, 16)}…`} what="SHA-256" />
      </span>
    </div>
  );
}

function Jump(props: { to: string; children: ReactNode }) {
  const jump = () => {
    const heading = document.getElementById(props.to);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  return <LinkButton onClick={jump}>{props.children}</LinkButton>;
}
