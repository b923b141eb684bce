import { formatterOf } from '../lib/formatter-of.ts';
import { useNow } from './use-now.ts';

const formatter = formatterOf(() => new Intl.RelativeTimeFormat('en', { numeric: 'auto' }));
const day = formatterOf(
  () => new Intl.DateTimeFormat('en', { year: 'numeric', month: 'short', day: 'numeric' }),
);
const STEPS: [number, Intl.RelativeTimeFormatUnit][] = [
  [60, 'second'],
  [60, 'minute'],
  [24, 'hour'],
  [7, 'day'],
];

/** Formats 'now', '5 minutes ago' or 'yesterday'; the date after a week. */
function relativeTime(value: string, now: number): string {
  let distance = (Date.parse(value) - now) / 1000;
  if (Math.abs(distance) < 10) return 'just now';
  for (const [size, unit] of STEPS) {
    if (Math.abs(distance) < size) return formatter().format(Math.round(distance), unit);
    distance /= size;
  }
  return day().format(new Date(value));
}

export function RelativeTime(props: { value: string; title: string }) {
  const now = useNow(false);
  return (
    <time dateTime={props.value} title={props.title}>
      {relativeTime(props.value, Math.max(now, Date.parse(props.value)))}
    </time>
  );
}
