/** Columns that each derived column reads. */
export type SourcesByColumn = ReadonlyMap<number, readonly number[]>;

/** Returns true if a column is another, or is derived from it through any number of rules. */
export const reads = (sources: SourcesByColumn, column: number, other: number): boolean =>
  column === other || (sources.get(column) ?? []).some((source) => reads(sources, source, other));

/** Sorts rules so that each reads only columns that no later one derives. */
export function sourcesFirst<Rule>(
  rules: readonly Rule[],
  {
    columnOf,
    sourcesOf,
  }: { columnOf: (rule: Rule) => number; sourcesOf: (rule: Rule) => number[] },
): Rule[] {
  const waiting = new Map(rules.map((rule) => [columnOf(rule), rule]));
  const sorted: Rule[] = [];
  const add = (column: number) => {
    const rule = waiting.get(column);
    if (rule === undefined) return;
    waiting.delete(column);
    for (const source of sourcesOf(rule)) add(source);
    sorted.push(rule);
  };
  for (const rule of rules) add(columnOf(rule));
  return sorted;
}
