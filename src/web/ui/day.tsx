import { formatDay, formatUtc } from '../lib/format.ts';

export function Day(props: { at: string }) {
  return (
    <time dateTime={props.at} title={formatUtc(props.at)}>
      {formatDay(props.at)}
    </time>
  );
}
