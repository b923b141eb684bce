import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export const TooltipProvider = Radix.Provider;

/** Additional text on hover and focus, for an element that already has a name. */
export function Tooltip(props: {
  text: ReactNode;
  side?: 'right' | 'top' | 'bottom';
  children: ReactNode;
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{props.children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={props.side ?? 'top'}
          sideOffset={6}
          collisionPadding={8}
          className="fade-in z-50 max-w-xs rounded-md border border-line bg-ink px-2.5 py-1.5 text-xs text-paper"
        >
          {props.text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
