import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export function Menu(props: { trigger: ReactNode; children: ReactNode; align?: 'start' | 'end' }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{props.trigger}</Radix.Trigger>
      <Radix.Content
        align={props.align ?? 'end'}
        sideOffset={6}
        className="fade-in z-50 min-w-56 rounded-md border border-line bg-surface p-1"
      >
        {props.children}
      </Radix.Content>
    </Radix.Root>
  );
}

export function MenuItem(props: {
  onSelect: () => void;
  children: ReactNode;
  note?: ReactNode;
  disabled?: boolean;
}) {
  return (
    <Radix.Item
      onSelect={props.onSelect}
      disabled={props.disabled ?? false}
      className="cursor-pointer rounded-sm px-3 py-2 text-sm outline-none data-disabled:opacity-55 data-highlighted:bg-sunk data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-action"
    >
      {props.children}
      {props.note && <span className="block text-xs text-ink-soft">{props.note}</span>}
    </Radix.Item>
  );
}
