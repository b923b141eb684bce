import type { ReactNode } from 'react';

export function Figures(props: { label: string; children: ReactNode }) {
  return (
    <dl
      aria-label={props.label}
      className="mb-8 grid grid-cols-2 sm:grid-cols-[repeat(auto-fit,minmax(120px,1fr))] overflow-hidden rounded-md border border-line bg-surface"
    >
      {props.children}
    </dl>
  );
}

export function Figure(props: {
  label: string;
  value: string | number | undefined;
  note?: ReactNode;
}) {
  return (
    <div className="-mr-px -mb-px border-r max-sm:last:odd:col-span-2 border-b border-line px-5 py-4">
      <dt className="text-ink-soft">{props.label}</dt>
      <dd className="figure-serif mt-1 text-xl">
        {props.value ?? (
          <>
            <span aria-hidden className="text-ink-soft">
              –
            </span>
            <span className="sr-only">Not loaded</span>
          </>
        )}
      </dd>
      {props.note && <dd className="mt-1 text-xs text-ink-soft">{props.note}</dd>}
    </div>
  );
}
