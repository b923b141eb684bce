export type Figure = { name: string; value: number; unit: string; floor: number; aim: number };

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function medianBy<T>(items: readonly T[], of: (item: T) => number): T {
  return [...items].sort((a, b) => of(a) - of(b))[items.length >> 1]!;
}

export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

/** Prints one line per figure and returns true if the floor holds; an aim is only printed. */
export function report({ name, value, unit, floor, aim }: Figure): boolean {
  const passed = value <= floor;
  const digits = value < 10 ? 2 : 0;
  const judged = passed ? 'floor held' : 'FLOOR NOT HELD';
  const aimed = value <= aim ? 'aim reached' : 'aim missed';
  console.log(
    `${name.padEnd(52)} ${value.toFixed(digits)} ${unit}   floor ${floor}, aim ${aim}: ${judged}, ${aimed}`,
  );
  return passed;
}
