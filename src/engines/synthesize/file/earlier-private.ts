import type { DatetimeForm } from '../../../shared/column-layout.ts';

/** Engine whose private models still sample unchanged; their spent budget can't be recovered. */
export const EARLIER_PRIVATE = 'synthesize/3';

type EarlierLayout = { kind: string; name: string; format?: string };
type EarlierColumn = {
  layout: EarlierLayout;
  made: { pattern?: { places: string[]; width: number } } | null;
};

/** Converts a layout whose time format was only a pattern. */
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

/**
 * Upgrades a private model of that engine; it samples the same rows. Other values are unchanged.
 */
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
