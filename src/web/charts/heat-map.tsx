import { type KeyboardEvent, useRef, useState } from 'react';

export type HeatMapView = {
  value: string;
  label: string;
  cells: readonly (readonly (number | null)[])[];
  tone: string;
  /** Value drawn in full color. */
  full: number;
};

function shown(value: number | null): string {
  if (value === null) return 'not measured';
  const text = value.toFixed(2);
  return text === '-0.00' ? '0.00' : text.replace('-', '−');
}

const STEP: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Heat map of association strength between named rows and columns, one view at a time. One cell is
 * in the tab order; arrow keys move between cells.
 */
export function HeatMap(props: { names: readonly string[]; views: readonly HeatMapView[] }) {
  const { names, views } = props;
  const [chosen, setChosen] = useState(views[0]?.value);
  const [place, setPlace] = useState({ row: 0, column: Math.min(1, names.length - 1) });
  const grid = useRef<HTMLTableElement>(null);
  const view = views.find(({ value }) => value === chosen) ?? views[0];
  if (!view) return null;
  const move = (event: KeyboardEvent) => {
    const step = STEP[event.key];
    if (!step) return;
    event.preventDefault();
    const within = (value: number) => Math.max(0, Math.min(names.length - 1, value));
    const next = { row: within(place.row + step[0]), column: within(place.column + step[1]) };
    setPlace(next);
    grid.current?.querySelector<HTMLElement>(`[data-cell="${next.row} ${next.column}"]`)?.focus();
  };
  const at = names[place.row];
  return (
    <figure>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <ViewSwitch views={views} chosen={view.value} onChoose={setChosen} />
        <ColorKey tone={view.tone} full={view.full} />
      </div>
      <div className="overflow-x-auto pb-1">
        <table
          ref={grid}
          aria-label={`${view.label}: strength of each pair of columns`}
          className="border-separate border-spacing-px text-xs"
        >
          <thead>
            <tr>
              <td />
              {names.map((name) => (
                <th
                  key={name}
                  scope="col"
                  className="h-28 min-w-7 p-0 align-bottom font-normal text-ink-soft"
                >
                  <span className="inline-block max-h-28 max-w-28 rotate-180 truncate py-1 [writing-mode:vertical-rl]">
                    {name}
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {names.map((name, row) => (
              <tr key={name}>
                <th
                  scope="row"
                  className="max-w-40 truncate pr-2 text-right font-normal text-ink-soft"
                >
                  {name}
                </th>
                {names.map((other, column) => {
                  const here = { row, column };
                  return (
                    <td key={other} className="p-0">
                      <Cell
                        {...here}
                        label={`${name} and ${other}`}
                        value={view.cells[row]?.[column] ?? null}
                        view={view}
                        focusable={place.row === row && place.column === column}
                        onPlace={() => setPlace(here)}
                        onKeyDown={move}
                      />
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className="mt-3 text-ink-soft">
        {at} and {names[place.column]}:{' '}
        {views
          .map(
            ({ label, cells }) =>
              `${label.toLowerCase()} ${shown(cells[place.row]?.[place.column] ?? null)}`,
          )
          .join(', ')}
      </figcaption>
    </figure>
  );
}

function ColorKey({ tone, full }: { tone: string; full: number }) {
  return (
    <p className="flex items-center gap-2 text-xs text-ink-soft">
      0
      <span
        aria-hidden
        className="h-3 w-28 border border-line"
        style={{ background: `linear-gradient(to right, transparent, ${tone})` }}
      />
      {full === 1 ? '1' : `${full} or more`}
      <span className="ml-2">− negative</span>
    </p>
  );
}

function ViewSwitch(props: {
  views: readonly HeatMapView[];
  chosen: string;
  onChoose: (value: string) => void;
}) {
  return (
    <fieldset className="inline-flex rounded-md border border-control">
      <legend className="sr-only">Shown</legend>
      {props.views.map(({ value, label }) => (
        <label
          key={value}
          className="grid cursor-pointer place-items-center px-3 py-1 first-of-type:rounded-l-md last-of-type:rounded-r-md has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action"
        >
          <input
            type="radio"
            name="heat-map-view"
            className="sr-only"
            checked={props.chosen === value}
            onChange={() => props.onChoose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function Cell(props: {
  row: number;
  column: number;
  label: string;
  value: number | null;
  view: HeatMapView;
  focusable: boolean;
  onPlace: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { value, view } = props;
  return (
    <button
      type="button"
      data-cell={`${props.row} ${props.column}`}
      tabIndex={props.focusable ? 0 : -1}
      aria-label={`${props.label}: ${shown(value)}`}
      onFocus={props.onPlace}
      onMouseEnter={props.onPlace}
      onKeyDown={props.onKeyDown}
      className="relative block h-6 w-full min-w-7 border border-line"
    >
      <span
        aria-hidden
        className="absolute inset-0"
        style={{
          background: view.tone,
          opacity: Math.min(1, Math.abs(value ?? 0) / view.full),
        }}
      />
      {value !== null && value <= -0.05 && (
        <span aria-hidden className="relative">
          −
        </span>
      )}
    </button>
  );
}
