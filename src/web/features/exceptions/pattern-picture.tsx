import { useId } from 'react';
import type { Pattern } from '../../data/exception-contents.ts';

const MAX_DRAWN = 24;
const SIZE = 220;
const MIDDLE = SIZE / 2;

const NAMES: Record<string, string> = {
  'fan-in': 'Fan-in: many accounts pay one',
  'fan-out': 'Fan-out: one account pays many',
  cycle: 'Cycle: money comes back to where it began',
  'scatter-gather': 'Scatter-gather: paid to many, who pay one',
  'gather-scatter': 'Gather-scatter: paid by many, then to many',
  bipartite: 'Bipartite: several accounts all pay the same several',
  stack: 'Stack: layers that pay on to the next',
};

/** Patterns with a central account, listed first. */
const CENTERED = new Set(['fan-in', 'fan-out', 'gather-scatter']);

const patternName = (kind: string): string => NAMES[kind] ?? kind;

function placesOf({ kind, accounts }: Pattern, drawn: number): [number, number][] {
  const centered = CENTERED.has(kind);
  const around = Math.max(1, centered ? drawn - 1 : drawn);
  return accounts.slice(0, drawn).map((_, i) => {
    if (centered && i === 0) return [MIDDLE, MIDDLE];
    const turn = ((centered ? i - 1 : i) / around) * 2 * Math.PI - Math.PI / 2;
    return [MIDDLE + 88 * Math.cos(turn), MIDDLE + 88 * Math.sin(turn)];
  });
}

/** Shortens an arrow at both ends, so that its head stays outside the dots. */
function arrow([x1, y1]: [number, number], [x2, y2]: [number, number]) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [dx, dy] = [((x2 - x1) / length) * 9, ((y2 - y1) / length) * 9];
  return { x1: x1 + dx, y1: y1 + dy, x2: x2 - dx, y2: y2 - dy };
}

export function PatternPicture({ pattern }: { pattern: Pattern }) {
  const marker = useId();
  const drawn = Math.min(pattern.accounts.length, MAX_DRAWN);
  const places = placesOf(pattern, drawn);
  const pairs = new Map(pattern.edges.map((edge) => [edge.join('>'), edge]));
  const hidden = pattern.accounts.length - drawn;
  return (
    <figure className="flex flex-wrap items-start gap-x-6 gap-y-2">
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        className="size-44 shrink-0 rounded-md border border-line bg-sunk"
        aria-hidden
      >
        <defs>
          <marker
            id={marker}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="6"
            markerHeight="6"
            orient="auto"
          >
            <path d="M0 0 L8 4 L0 8 Z" className="fill-ink-soft" />
          </marker>
        </defs>
        {[...pairs].map(([key, [from, to]]) => {
          const [a, b] = [places[from], places[to]];
          return (
            a &&
            b && (
              <line
                key={key}
                {...arrow(a, b)}
                className="stroke-ink-soft"
                strokeWidth={1}
                markerEnd={`url(#${marker})`}
              />
            )
          );
        })}
        {places.map(([x, y], i) => (
          <circle
            key={i}
            cx={x}
            cy={y}
            r={i === 0 ? 7 : 5}
            className={i === 0 ? 'fill-warning' : 'fill-action'}
          />
        ))}
      </svg>
      <figcaption className="min-w-0 flex-1 basis-56">
        <p>{patternName(pattern.kind)}</p>
        <p className="mt-1 text-ink-soft">
          {pattern.accounts.length} accounts, {pattern.rows.length} transfers
          {CENTERED.has(pattern.kind) ? `; in the middle ${pattern.accounts[0]}` : ''}
        </p>
        <p className="mt-1 max-h-24 overflow-y-auto text-xs break-words text-ink-soft">
          {pattern.accounts.slice(0, MAX_DRAWN).join(', ')}
          {hidden > 0 ? ` and ${hidden} more that are not drawn` : ''}
        </p>
      </figcaption>
    </figure>
  );
}
