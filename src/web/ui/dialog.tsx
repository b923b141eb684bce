import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { Modal } from './modal.tsx';
import { useCountedWhile } from './open-dialogs.ts';
import { useFocusReturn } from './use-focus-return.ts';

const WIDTH = {
  normal: 'max-w-lg',
  wide: 'max-w-3xl',
  full: 'h-[calc(100dvh-2rem)] max-w-[1400px]',
};

const FIELD = 'input:not([type=checkbox], [type=range]), select, textarea';

export function Dialog(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description: ReactNode;
  width?: keyof typeof WIDTH;
  /** True for content that is shown only once: a click outside does not close the dialog. */
  held?: boolean;
  footer?: ReactNode;
  children?: ReactNode;
  bodyClassName?: string;
}) {
  const focus = useFocusReturn();
  useCountedWhile(props.open);
  return (
    <Modal open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Content
        {...focus}
        onInteractOutside={(event) => {
          const onNotice = (event.target as Element).closest('[data-notices]');
          if (props.held || onNotice) event.preventDefault();
        }}
        onOpenAutoFocus={(event) => {
          focus.onOpenAutoFocus();
          // Focus the first field of a form; without fields, the close button.
          const field =
            (props.width ?? 'normal') === 'normal' &&
            (event.currentTarget as HTMLElement).querySelector<HTMLElement>(FIELD);
          if (!field) return;
          event.preventDefault();
          field.focus();
        }}
        className={classes(
          'fade-in fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-1.5rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-md border border-line bg-surface',
          WIDTH[props.width ?? 'normal'],
        )}
      >
        <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-3">
          <div className="min-w-0">
            <Radix.Title className="text-base wrap-anywhere sm:text-lg">{props.title}</Radix.Title>
            <Radix.Description className="mt-1 max-w-[72ch] text-ink-soft">
              {props.description}
            </Radix.Description>
          </div>
          <Radix.Close
            aria-label="Close"
            className="-mt-1 -mr-2 grid size-8 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-sunk hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </Radix.Close>
        </div>
        <div className={classes('min-h-0 flex-1 overflow-y-auto px-6 pb-5', props.bodyClassName)}>
          {props.children}
        </div>
        {props.footer && (
          <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-6 py-4">
            {props.footer}
          </div>
        )}
      </Radix.Content>
    </Modal>
  );
}
