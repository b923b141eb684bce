import type { DatetimeForm } from '../../../shared/column-layout.ts';

/** Drawing from private models has not changed since, and what was spent on them cannot be spent again. */
export const EARLIER_PRIVATE = 'synthesize/3';

type EarlierLayout = { kind: string; name: string; format?: string };
type EarlierColumn = {
  layout: EarlierLayout;
  made: { pattern?: { places: string[]; width: number } } | null;
};

/** Columns named the layout of their times by its pattern alone. */
function upgradeLayout({ format, ...layout }: EarlierLayout): object {
  if (format === undefined) return layout;
  const offset = format.endsWith('Z') ? 0 : null;
  const form: DatetimeForm = {
    kind: 'datetime',
    pattern: format,
    also: [],
    names: null,
    letters: 'title',
    offset,
  };
  return { ...layout, form };
}

/** A private model of that engine in today's shape: it draws the same rows. Other values stay as they are. */
export function upgradeEarlierPrivate(model: unknown): unknown {
  const columns = (model as { columns?: unknown }).columns;
  if (!Array.isArray(columns)) return model;
  return {
    ...(model as object),
    columns: (columns as EarlierColumn[]).map((column) => ({
      ...column,
      layout: upgradeLayout(column.layout),
      made:
        column.made?.pattern === undefined
          ? column.made
          : { ...column.made, pattern: { prefix: '', first: 1, ...column.made.pattern } },
    })),
  };
}
