import type { ReactNode } from 'react';

export function CaseSection(props: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <section aria-label={props.title} className="border-b border-line py-7 last:border-b-0">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <h2 className="text-lg">{props.title}</h2>
        {props.action}
      </div>
      {props.children}
    </section>
  );
}
