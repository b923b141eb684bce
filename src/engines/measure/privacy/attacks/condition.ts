/** One condition: value equal to, at most, or at least `value`; NaN means missing. */
export type Condition = { column: number; test: 'equal' | 'most' | 'least'; value: number };

export function holds(cell: number, { test, value }: Condition): boolean {
  if (Number.isNaN(value)) return Number.isNaN(cell);
  if (test === 'equal') return cell === value;
  return test === 'most' ? cell <= value : cell >= value;
}
