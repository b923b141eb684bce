import { useEffect } from 'react';
import { Toaster as Sonner } from 'sonner';
import { dismissFailures } from '../lib/notices.ts';

/** Where notices appear. They are announced, and never the only record of a failure. */
export function Toaster(props: { position?: 'top-center' }) {
  // A failure of the page before says nothing of this one.
  useEffect(() => dismissFailures, []);
  return (
    <Sonner
      position="bottom-right"
      {...props}
      closeButton
      // Side by side, not stacked: none covers the button that closes another.
      expand
      visibleToasts={4}
      offset={20}
      mobileOffset={12}
      style={{ fontFamily: 'inherit' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-[min(380px,calc(100vw-24px))] items-start gap-3 rounded-md border border-line border-l-4 border-l-action bg-surface px-4 py-3 pr-10 text-sm text-ink',
          error: '!border-l-danger',
          warning: '!border-l-warning',
          title: 'text-ink',
          description: 'mt-0.5 text-ink-soft',
          closeButton:
            '!absolute !top-2.5 !right-2.5 !left-auto grid size-6 !transform-none place-items-center rounded-sm text-ink-soft hover:text-ink',
          icon: 'mt-0.5 shrink-0',
        },
      }}
    />
  );
}
