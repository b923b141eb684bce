import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export function Modal(props: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}) {
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fade-in fixed inset-0 z-40 bg-[#0e141980]" />
        {props.children}
      </Radix.Portal>
    </Radix.Root>
  );
}
