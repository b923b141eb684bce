import { expect, test } from 'vitest';
import { banSeconds } from './ban-seconds.ts';

// Notation of Go's time.ParseDuration, whose documentation contains the first three.
test.each([
  ['300ms', 0.3],
  ['1.5h', 5400],
  ['2h45m', 9900],
  ['2s', 2],
  ['876000h', 3_153_600_000],
  ['none', 0],
])('%s is %d seconds', (text, seconds) => {
  expect(banSeconds(text)).toBeCloseTo(seconds, 9);
});

test.each(['', 'zzz', '2', '-2h', '1d', '2h 45m', 'None', '9999999999h'])(
  '%j is refused',
  (text) => {
    expect(banSeconds(text)).toBeNull();
  },
);
