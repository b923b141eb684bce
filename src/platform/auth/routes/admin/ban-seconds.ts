const SECONDS: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** 64 bits of nanoseconds, about 292 years. */
const MAX_SECONDS = 9_223_372_036;

const MAX_CHARACTERS = 100;
const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g;

/** Parses a duration in Go's notation (`1h30m`) to seconds: 0 for `none`, null if invalid. */
export function banSeconds(text: string): number | null {
  if (text === 'none') return 0;
  if (text === '' || text.length > MAX_CHARACTERS || text.replace(PART, '') !== '') return null;
  let seconds = 0;
  for (const [, amount, unit] of text.matchAll(PART)) seconds += Number(amount) * SECONDS[unit!]!;
  return seconds <= MAX_SECONDS ? seconds : null;
}
