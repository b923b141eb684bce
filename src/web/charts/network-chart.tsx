import { ChevronLeft, ChevronRight, Minus, Plus, RotateCcw } from 'lucide-react';
import { useEffect, useId, useMemo, useState } from 'react';
import type { OpenCaseAnswer } from '../../shared/contracts/cases.ts';
import { formatAmount, formatDay } from '../lib/format.ts';
import { Button } from '../ui/button.tsx';
import { ChartFrame } from './chart-frame.tsx';
import { NetworkPicture } from './network-picture.tsx';
import { useNetworkView } from './use-network-view.ts';

type Network = OpenCaseAnswer['network'];

const dayOf = (at: string | null) => (at === null ? 'no date' : formatDay(at));

function stepText({ accounts, transfers }: Network, step: number): string {
  const transfer = transfers[step];
  if (transfer === undefined)
    return `${transfers.length} transfers between ${accounts.length} accounts`;
  const { from, to, at, amount, rows } = transfer;
  const size = amount === null ? '' : `, ${formatAmount(amount)}`;
  return `${step + 1} of ${transfers.length}: ${dayOf(at)}, ${accounts[from]} to ${accounts[to]}${size}, row ${rows.join(' and ')}`;
}

/**
 * Network of a case: accounts as dots, money as arrows, which the steps show in order of time. Drag
 * dots and ground, zoom by wheel or buttons; arrow keys step, plus and minus zoom, Shift and arrow
 * keys move.
 */
export function NetworkChart({
  network,
  subject,
  shown,
}: {
  network: Network;
  subject: string;
  /** Row of the file to step to. */
  shown: { row: number } | null;
}) {
  const { accounts, transfers, omitted } = network;
  const [step, setStep] = useState(-1);
  useEffect(() => {
    const at = transfers.findIndex(({ rows: own }) => shown !== null && own.includes(shown.row));
    if (at >= 0) setStep(at);
  }, [shown, transfers]);
  const id = useId();
  const view = useNetworkView(accounts.length, transfers);
  const go = (by: number) =>
    setStep((now) => Math.max(-1, Math.min(transfers.length - 1, now + by)));
  const rows = useMemo(
    () =>
      transfers.map((transfer, i) => [
        String(i + 1),
        dayOf(transfer.at),
        accounts[transfer.from]!,
        accounts[transfer.to]!,
        transfer.amount === null ? '–' : formatAmount(transfer.amount),
        `${transfer.rows.join(', ')}${transfer.flagged ? ' (flagged)' : ''}`,
      ]),
    [accounts, transfers],
  );
  const onKey = (event: React.KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const by = event.shiftKey ? undefined : steps[event.key];
    if (by !== undefined) go(by);
    else if (!view.onKey(event)) return;
    event.preventDefault();
  };
  return (
    <ChartFrame
      title="Network"
      note={
        <>
          Arrows are transfers, numbered in order of time; red ones are flagged. The marked account
          is {subject}.{omitted > 0 ? ` ${omitted} smaller transfers are left out.` : ''}
        </>
      }
      header={['#', 'Date', 'From', 'To', 'Amount', 'Row']}
      rows={rows}
    >
      <section
        aria-label="Network of the case"
        aria-describedby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the picture is moved by keys
        tabIndex={0}
        onKeyDown={onKey}
        className="overflow-hidden rounded-md border border-line bg-sunk"
      >
        <NetworkPicture network={network} step={step} view={view} />
      </section>
      <div className="no-print mt-2 flex flex-wrap items-center gap-2">
        <Button size="small" aria-label="Earlier transfer" onClick={() => go(-1)}>
          <ChevronLeft aria-hidden />
        </Button>
        <input
          type="range"
          aria-label="Transfer in order of time"
          aria-valuetext={stepText(network, step)}
          min={-1}
          max={transfers.length - 1}
          value={step}
          onChange={(event) => setStep(Number(event.target.value))}
          className="min-w-32 flex-1 accent-action"
        />
        <Button size="small" aria-label="Later transfer" onClick={() => go(1)}>
          <ChevronRight aria-hidden />
        </Button>
        <Button size="small" aria-label="Zoom out" onClick={() => view.zoom(1 / 1.3)}>
          <Minus aria-hidden />
        </Button>
        <Button size="small" aria-label="Zoom in" onClick={() => view.zoom(1.3)}>
          <Plus aria-hidden />
        </Button>
        <Button size="small" aria-label="Reset the picture" onClick={view.reset}>
          <RotateCcw aria-hidden />
        </Button>
      </div>
      <p id={id} aria-live="polite" className="mt-1.5 min-h-10 text-xs wrap-anywhere">
        {stepText(network, step)}
        <span className="block text-ink-soft max-sm:hidden">
          Keys: arrows step, + and − zoom, Shift and arrows move, 0 resets.
        </span>
      </p>
    </ChartFrame>
  );
}
