import { type ReactNode, useEffect } from 'react';
import { type PagePath, titleOf } from '../../shared/pages.ts';

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Synthetic Banking Sandbox`;
  }, [title]);
}

export function PageHead(props: { page: PagePath; children: ReactNode; action?: ReactNode }) {
  const title = titleOf(props.page);
  usePageTitle(title);
  return (
    <header className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h1 tabIndex={-1} className="text-xl">
          {title}
        </h1>
        <p className="mt-1 max-w-[72ch] text-ink-soft">{props.children}</p>
      </div>
      {props.action && <div className="flex flex-wrap gap-2">{props.action}</div>}
    </header>
  );
}
