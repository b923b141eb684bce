import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Modal } from './modal.tsx';
import { useFocusReturn } from './use-focus-return.ts';

export function Sheet(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  children: ReactNode;
}) {
  const focus = useFocusReturn();
  return (
    <Modal open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Content
        {...focus}
        aria-describedby={undefined}
        className="fade-in fixed inset-y-0 left-0 z-50 w-[min(300px,86vw)] border-r border-line bg-surface"
      >
        <Radix.Title className="sr-only">{props.title}</Radix.Title>
        {props.children}
        <Radix.Close
          aria-label="Close"
          className="absolute top-4 right-3 grid size-8 place-items-center rounded-md text-ink-soft hover:bg-sunk"
        >
          <X aria-hidden className="size-4" />
        </Radix.Close>
      </Radix.Content>
    </Modal>
  );
}
