import { CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type Tone = 'default' | 'secondary' | 'good' | 'warning' | 'danger';

const LOOK: Record<Tone, string> = {
  default: 'border-action bg-action text-on-action',
  secondary: 'border-control text-ink-soft',
  good: 'border-good text-good',
  warning: 'border-warning text-warning',
  danger: 'border-danger text-danger',
};

const ICON: Partial<Record<Tone, typeof CircleCheck>> = {
  good: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
  secondary: CircleDashed,
};

/** Status label. Its icon conveys the same without color. */
export function Badge(props: {
  tone?: Tone;
  icon?: boolean;
  children: ReactNode;
  className?: string;
}) {
  const { tone = 'secondary', icon = true } = props;
  const Icon = icon ? ICON[tone] : undefined;
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1 rounded-full border px-2 py-px text-xs whitespace-nowrap',
        LOOK[tone],
        props.className,
      )}
    >
      {Icon && <Icon aria-hidden className="size-3" />}
      {props.children}
    </span>
  );
}
