import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export type Tab<Value extends string> = { value: Value; label: string };

/** Tabs with panels; keep the open tab in the address. */
export function Tabs<Value extends string>(props: {
  value: Value;
  onChange: (value: Value) => void;
  label: string;
  tabs: readonly Tab<Value>[];
  children: ReactNode;
}) {
  return (
    <Radix.Root value={props.value} onValueChange={(value) => props.onChange(value as Value)}>
      <Radix.List
        aria-label={props.label}
        className="flex gap-6 overflow-x-auto border-b border-line px-0.5"
      >
        {props.tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent px-0.5 py-2.5 whitespace-nowrap text-ink-soft hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:border-action data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {props.children}
    </Radix.Root>
  );
}

export function TabPanel(props: { value: string; children: ReactNode }) {
  return (
    <Radix.Content value={props.value} className="pt-5">
      {props.children}
    </Radix.Content>
  );
}
