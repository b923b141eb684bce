/** Shortest time between two lines, so that a terminal does not slow the work. */
const MIN_GAP_MILLISECONDS = 100;
const MIN_SECONDS = 1;

let quiet = false;

/** Hides progress and summaries for the rest of the process (`--quiet`). */
export const beQuiet = (): void => {
  quiet = true;
};
export const isQuiet = (): boolean => quiet;

const count = (value: number) => Math.round(value).toLocaleString('en-US');
const elapsed = (seconds: number) =>
  seconds < 60
    ? `${Math.round(seconds)} s`
    : `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;

/** Describes counted work: share and total, then rate and time left after a second. */
export function paceText({
  done,
  total,
  seconds,
  unit,
}: {
  done: number;
  total: number;
  seconds: number;
  unit: string;
}): string {
  const share = total === 0 ? 100 : Math.floor((100 * done) / total);
  const text = `${share} % of ${count(total)} ${unit}`;
  if (done <= 0 || seconds < MIN_SECONDS) return text;
  const left = (seconds / done) * (total - done);
  return `${text} · ${count(done / seconds)} a second · ${elapsed(left)} left`;
}

/** Returns a function that replaces the last line on a terminal; null clears it. */
function lineWriter(): (text: () => string | null) => void {
  if (process.stderr.isTTY !== true || quiet) return () => {};
  let last = Number.NEGATIVE_INFINITY;
  return (text) => {
    const now = performance.now();
    const line = text();
    if (line !== null && now - last < MIN_GAP_MILLISECONDS) return;
    last = now;
    process.stderr.write(`\r\x1b[K${line ?? ''}`);
  };
}

/** Shows the progress of counted work on a terminal, until all of it is done. */
export function rowsProgress(total: number, unit: string): (done: number) => void {
  const write = lineWriter();
  const started = performance.now();
  return (done) =>
    write(() =>
      done >= total
        ? null
        : paceText({ done, total, unit, seconds: (performance.now() - started) / 1000 }),
    );
}

/** Shows the stage of work on a terminal, with its share and the time so far; `done` clears it. */
export function stageProgress(): (stage: string, done?: number, total?: number) => void {
  const started = performance.now();
  let before = '';
  let write = lineWriter();
  return (stage, done = 0, total = 0) => {
    // A new stage is shown at once.
    if (stage !== before) write = lineWriter();
    before = stage;
    const share = total > 1 ? ` ${Math.floor((100 * done) / total)} %` : ' …';
    const seconds = (performance.now() - started) / 1000;
    write(() => (stage === 'done' ? null : `${stage}${share} · ${elapsed(seconds)}`));
  };
}
