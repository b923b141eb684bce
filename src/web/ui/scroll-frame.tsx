import type { ReactNode, Ref } from 'react';
import { classes } from './classes.ts';

export function ScrollFrame(props: {
  ref?: Ref<HTMLElement>;
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section
      ref={props.ref}
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable
      tabIndex={0}
      // `relative` keeps absolutely placed content, such as text for screen readers, from widening the page.
      className={classes('relative overflow-auto', props.className)}
    >
      {props.children}
    </section>
  );
}
