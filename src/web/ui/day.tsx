import { formatDay, formatUtc } from '../lib/format.ts';

/** The day of a moment; the moment itself shows when pointed at. */
export function Day(props: { at: string }) {
  return (
    <time dateTime={props.at} title={formatUtc(props.at)}>
      {formatDay(props.at)}
    </time>
  );
}
