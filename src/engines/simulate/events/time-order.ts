const BITS = 9;
const DIGITS = 1 << BITS;
/** Offset of event seconds: one day before the day's beginning. */
export const EARLIER = 86_400;

/** Buffers for sorting a day's events; grow with the busiest day. */
export type TimeOrder = {
  /** By event: its second, counted from `EARLIER` before the day; less than 2^18. */
  seconds: Int32Array;
  order: Int32Array;
  half: Int32Array;
};

export const timeOrder = (): TimeOrder => ({
  seconds: new Int32Array(1024),
  order: new Int32Array(1024),
  half: new Int32Array(1024),
});

export function makeRoom(t: TimeOrder, count: number): void {
  if (t.seconds.length >= count) return;
  t.seconds = new Int32Array(count * 2);
  t.order = new Int32Array(count * 2);
  t.half = new Int32Array(count * 2);
}

const places = new Int32Array(DIGITS);

function addUp(): void {
  let sum = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const here = places[digit];
    places[digit] = sum;
    sum += here;
  }
}

/** Sorts the first `count` events stably in two radix passes of nine bits. */
export function putInOrder({ seconds, order, half }: TimeOrder, count: number): void {
  places.fill(0);
  for (let i = 0; i < count; i++) places[seconds[i] & (DIGITS - 1)]++;
  addUp();
  for (let i = 0; i < count; i++) half[places[seconds[i] & (DIGITS - 1)]++] = i;
  places.fill(0);
  for (let i = 0; i < count; i++) places[seconds[i] >> BITS]++;
  addUp();
  for (let n = 0; n < count; n++) {
    const i = half[n];
    order[places[seconds[i] >> BITS]++] = i;
  }
}
