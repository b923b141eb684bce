import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** A named frame in which something wide scrolls, by the keyboard as well. */
export function ScrollFrame(props: { label: string; className?: string; children: ReactNode }) {
  return (
    <section
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable
      tabIndex={0}
      // What is placed absolutely in it, such as words for screen readers, scrolls with it and never widens the page.
      className={classes('relative overflow-auto', props.className)}
    >
      {props.children}
    </section>
  );
}
