import { CircleAlert, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  currentNotices,
  dismissFailures,
  dismissNotice,
  type Notice,
  subscribeNotices,
} from '../lib/notices.ts';
import { classes } from './classes.ts';

const MAX_SHOWN = 4;

const EDGE = {
  done: 'border-l-action',
  warning: 'border-l-warning',
  failure: 'border-l-danger',
};

const PLACE = {
  'bottom-right': 'bottom-3 right-3 flex-col sm:bottom-5 sm:right-5',
  // Keep the dialog's close button uncovered on phones.
  'top-center':
    'top-3 left-3 flex-col-reverse max-sm:max-w-[calc(100vw-88px)] sm:top-5 sm:left-1/2 sm:-translate-x-1/2',
};

/** Announced notices, never the only record of a failure. Alt+T moves focus in, Escape back. */
export function Toaster({ position = 'bottom-right' }: { position?: keyof typeof PLACE }) {
  const notices = useSyncExternalStore(subscribeNotices, currentNotices);
  const visit = useVisit();
  // A failure of the previous page does not apply to this one.
  useEffect(() => dismissFailures, []);

  return (
    <section
      {...visit.region}
      aria-label="Notifications (Alt+T)"
      aria-live="polite"
      aria-relevant="additions text"
      data-notices
      tabIndex={-1}
      className={classes('pointer-events-none fixed z-[60] flex gap-3', PLACE[position])}
    >
      {notices.slice(-MAX_SHOWN).map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          tabIndex={visit.inside ? 0 : -1}
          onClose={() => {
            visit.leave();
            dismissNotice(notice.id);
          }}
        />
      ))}
    </section>
  );
}

function useVisit() {
  const ref = useRef<HTMLElement>(null);
  const origin = useRef<HTMLElement>(null);
  const [inside, setInside] = useState(false);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.code !== 'KeyT' || currentNotices().length === 0) return;
      event.preventDefault();
      ref.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  const leave = () => {
    if (ref.current?.contains(document.activeElement)) origin.current?.focus();
  };
  const outside = (element: EventTarget | null) => !ref.current?.contains(element as Node | null);
  return {
    inside,
    leave,
    region: {
      ref,
      onFocus: ({ relatedTarget }: React.FocusEvent) => {
        if (!outside(relatedTarget)) return;
        origin.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
        setInside(true);
      },
      onBlur: ({ relatedTarget }: React.FocusEvent) => {
        if (outside(relatedTarget)) setInside(false);
      },
      onKeyDown: ({ key }: React.KeyboardEvent) => {
        if (key === 'Escape') leave();
      },
    },
  };
}

function NoticeCard(props: { notice: Notice; tabIndex: 0 | -1; onClose: () => void }) {
  const { id, kind, title, description, durationMs } = props.notice;
  const card = useRef<HTMLDivElement>(null);
  // Notices under pointer or focus stay; all stay while the page is hidden.
  useEffect(() => {
    const timer = setInterval(() => {
      const isRead = card.current?.parentElement?.matches(':hover, :focus-within');
      if (!isRead && !document.hidden) dismissNotice(id);
    }, durationMs);
    return () => clearInterval(timer);
  }, [id, durationMs]);
  const Icon = kind === 'failure' ? CircleAlert : TriangleAlert;
  return (
    <div
      ref={card}
      data-notice={kind}
      className={classes(
        'fade-in pointer-events-auto relative flex w-[min(380px,calc(100vw-24px))] max-w-full items-start gap-3 rounded-md border border-line border-l-4 bg-surface px-4 py-3 pr-10 text-sm',
        EDGE[kind],
      )}
    >
      {kind !== 'done' && (
        <Icon
          aria-hidden
          className={classes(
            'mt-0.5 size-4 shrink-0',
            kind === 'failure' ? 'text-danger' : 'text-warning',
          )}
        />
      )}
      <div className="min-w-0 wrap-anywhere">
        <p id={`notice-${id}`}>{title}</p>
        {description !== undefined && <p className="mt-0.5 text-ink-soft">{description}</p>}
      </div>
      <button
        type="button"
        aria-label="Close notification"
        aria-describedby={`notice-${id}`}
        tabIndex={props.tabIndex}
        onClick={props.onClose}
        className="absolute top-2.5 right-2.5 grid size-6 place-items-center rounded-sm text-ink-soft hover:text-ink"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </div>
  );
}
