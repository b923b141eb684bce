import type { NotMeasured } from '../../data/report-document.ts';
import { formatCount } from '../../lib/format.ts';

const MAX_NAMED = 8;

export function byReason(points: readonly NotMeasured[]): { names: string[]; why: string }[] {
  const groups = new Map<string, string[]>();
  for (const { metric, reason, n } of points) {
    const why = `${reason}${n > 0 ? ` (n = ${formatCount(n)})` : ''}`;
    const names = groups.get(why) ?? [];
    names.push(...metric.split(', '));
    groups.set(why, names);
  }
  return [...groups].map(([why, names]) => ({ names, why }));
}

export function OpenPoint({ names, why }: { names: readonly string[]; why: string }) {
  const shown = names.length > MAX_NAMED ? names.slice(0, MAX_NAMED - 2) : names;
  const rest = names.slice(shown.length);
  return (
    <li className="wrap-anywhere">
      {shown.join(', ')}
      {rest.length > 0 && ` and ${rest.length} more`}: {why}
      {rest.length > 0 && (
        <details>
          <summary className="link min-h-6">The other {rest.length}</summary>
          {rest.join(', ')}
        </details>
      )}
    </li>
  );
}
