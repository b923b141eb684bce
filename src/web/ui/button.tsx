import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';

export const buttonClasses = cva(
  'target inline-flex items-center justify-center gap-2 rounded-md border whitespace-nowrap transition-colors duration-150 disabled:opacity-55 disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary:
          'border-action bg-action text-on-action hover:bg-action-strong hover:border-action-strong',
        secondary: 'border-control bg-surface text-ink hover:bg-sunk',
        ghost: 'border-transparent text-action hover:bg-sunk',
        danger: 'border-danger bg-surface text-danger hover:bg-danger hover:text-surface',
      },
      size: {
        normal: 'min-h-9 px-3.5 py-1.5 text-sm',
        small: 'min-h-7 px-2.5 py-0.5 text-sm',
        large: 'min-h-11 px-5 text-base',
        icon: 'size-9 p-0',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'normal' },
  },
);

type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonClasses> & {
    /** True while work is running. Any boolean makes the button ignore a quick second press. */
    busy?: boolean;
    busyLabel?: ReactNode;
  };

export function Button({
  variant,
  size,
  busy,
  busyLabel,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={busy || undefined}
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      aria-busy={busy}
      className={classes(buttonClasses({ variant, size }), className)}
    >
      {busy && <LoaderCircle aria-hidden className="animate-spin" />}
      {(busy && busyLabel) || children}
    </button>
  );
}
