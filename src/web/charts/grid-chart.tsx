import {
  type PictureFigures,
  pictureTable,
  SIDE_NAMES,
} from '../../shared/report-sentences/picture-table.ts';
import { ChartFrame } from './chart-frame.tsx';
import { TONES } from './picture-tones.ts';

type Grid = Extract<PictureFigures, { kind: 'grid' }>;

const LEFT = 64;
const WIDTH = 320;
const BOTTOM = 34;
const MAX_CELL_HEIGHT = 22;
const MAX_NAMED_COLUMNS = 8;
const LETTERS = 11;
const LETTER_WIDTH = 5.6;

const short = (label: string, letters = LETTERS) =>
  label.length > letters ? `${label.slice(0, letters - 1)}…` : label;
const percent = (share: number | null) =>
  share === null ? 'left out' : `${(share * 100).toFixed(1)}%`;

/** Shares by two axes, one panel a side, darker where there are more rows. */
export function GridChart({ picture, ...text }: { picture: Grid; title: string; note: string }) {
  const { x, y, sides } = picture;
  const most = Math.max(1e-9, ...sides.flatMap(({ cells }) => cells.flat()).map((c) => c ?? 0));
  return (
    <ChartFrame {...text} {...pictureTable(picture)}>
      <div
        className={`grid gap-x-6 gap-y-4 ${sides.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}
      >
        {sides.map((side) => (
          <div key={side.side}>
            <p className="mb-1 text-xs">{SIDE_NAMES[side.side]}</p>
            <Panel side={side} most={most} {...{ x, y }} />
          </div>
        ))}
      </div>
      <p className="mt-2 text-xs text-ink-soft">
        Darkest: {percent(most)} of rows. A dot is left out. Horizontal: {x.title}; vertical:{' '}
        {y.title}.
      </p>
    </ChartFrame>
  );
}

function Panel(props: Pick<Grid, 'x' | 'y'> & { side: Grid['sides'][number]; most: number }) {
  const { x, y, side, most } = props;
  const width = (WIDTH - LEFT) / x.labels.length;
  const height = Math.min(MAX_CELL_HEIGHT, Math.max(width, 12));
  const floor = y.labels.length * height;
  const every = Math.ceil(x.labels.length / MAX_NAMED_COLUMNS);
  const room = Math.floor((width * every) / LETTER_WIDTH);
  // Names that do not fit side by side are written in two lines in turn.
  const lines = x.labels.some((label) => label.length > room) ? 2 : 1;
  const everyRow = Math.ceil(12 / height);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${floor + BOTTOM}`}
      className="w-full overflow-visible"
      role="presentation"
    >
      {y.labels.map((label, j) => (
        <g key={label}>
          {j % everyRow === 0 && (
            <text
              x={LEFT - 4}
              y={(j + 0.5) * height + 4}
              fontSize="10"
              textAnchor="end"
              fill="var(--ink-soft)"
            >
              {short(label)}
            </text>
          )}
          {x.labels.map((column, i) => {
            const share = side.cells[j]?.[i] ?? null;
            const at = { x: LEFT + i * width, y: j * height };
            if (share === null)
              return (
                <circle
                  key={column}
                  cx={at.x + width / 2}
                  cy={at.y + height / 2}
                  r="1.2"
                  fill="var(--ink-soft)"
                />
              );
            if (share === 0) return null;
            return (
              <rect
                key={column}
                {...at}
                width={width - 0.5}
                height={height - 0.5}
                fill={TONES[side.side]}
                opacity={0.08 + 0.92 * Math.sqrt(share / most)}
              >
                <title>{`${label}, ${column}: ${percent(share)}`}</title>
              </rect>
            );
          })}
        </g>
      ))}
      <rect x={LEFT} y="0" width={WIDTH - LEFT} height={floor} fill="none" stroke="var(--line)" />
      {x.labels.map(
        (label, i) =>
          i % every === 0 && (
            <text
              key={label}
              x={LEFT + (i + 0.5) * width}
              y={floor + 11 + ((i / every) % lines) * 11}
              fontSize="10"
              textAnchor="middle"
              fill="var(--ink-soft)"
            >
              {short(label, Math.max(3, room * lines - 1))}
            </text>
          ),
      )}
    </svg>
  );
}
