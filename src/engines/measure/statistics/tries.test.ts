import { expect, it } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { residualRisk, wilson, Z95 } from './intervals.ts';
import { countSums, countTries, triesInterval } from './tries.ts';

it('counts tries on strangers as they are', () => {
  const tries = countTries(Uint8Array.of(1, 0, 0, 1, 0));
  expect(tries).toEqual({ rate: 0.4, attempts: 5, people: 5, independent: 5 });
  expect(triesInterval(tries, Z95)).toEqual(wilson(2, 5));
});

// By hand: shares 1/2, 0, 1/4, 1/4; mean 1/4; squares 1/8; variance of the mean 1/8 / 3 / 4 = 1/96; 3/16 * 96 = 18
it('states the value of several tries on one person', () => {
  const success = Uint8Array.of(1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);
  const person = Uint32Array.of(0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
  const tries = countTries(success, person);
  expect(tries).toMatchObject({ rate: 0.25, attempts: 14, people: 4 });
  expect(tries.independent).toBe(14);
  const alike = countTries(
    Uint8Array.of(1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    Uint32Array.of(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3),
  );
  expect(alike).toMatchObject({ rate: 0.25, people: 4 });
  expect(alike.independent).toBeCloseTo(3, 12);
});

it('takes people who never differ for one try each', () => {
  const person = Uint32Array.from({ length: 600 }, (_, i) => Math.floor(i / 6));
  expect(countTries(new Uint8Array(600), person).independent).toBe(100);
  expect(countTries(new Uint8Array(600).fill(1), person).independent).toBe(100);
});

// By hand, delete-one jackknife: changes -2, 1, 0, 0; mean -1/4; squares 4.75; variance 3/4 * 4.75 / 100 = 0.035625
it('counts descriptions that are unique to people, who correlate', () => {
  const tries = countSums([Float64Array.of(-2, 1, 0, 0)], { hits: 2, attempts: 10 });
  expect(tries).toMatchObject({ rate: 0.2, attempts: 10, people: 4 });
  expect(tries.independent).toBeCloseTo(0.16 / 0.035625, 12);
  const none = countSums([new Float64Array(4), new Float64Array(4)], { hits: 0, attempts: 20 });
  expect(none).toEqual({ rate: 0, attempts: 20, people: 8, independent: 8 });
});

function tryPeople(people: number, triesPerPerson: number, rates: [number, number], seed: number) {
  const stream = streamFor(BigInt(seed), 0, 1);
  const success: number[] = [];
  const person: number[] = [];
  for (let id = 0; id < people; id++) {
    const rate = rates[stream.below(2)];
    for (let i = 0; i < triesPerPerson; i++) {
      success.push(stream.float() < rate ? 1 : 0);
      person.push(id);
    }
  }
  return countTries(Uint8Array.from(success), Uint32Array.from(person));
}

it.each([
  { each: 20, rates: [0.3, 0.3] as [number, number] },
  { each: 20, rates: [0.1, 0.5] as [number, number] },
  { each: 3, rates: [0, 1] as [number, number] },
])('holds the true excess of none in 95 % of runs: $rates, $each tries each', ({ each, rates }) => {
  let over = 0;
  let width = 0;
  const runs = 400;
  for (let run = 0; run < runs; run++) {
    const own = triesInterval(tryPeople(120, each, rates, 2 * run), Z95);
    const control = triesInterval(tryPeople(60, each, rates, 2 * run + 1), Z95);
    const { value, error } = residualRisk(own, control);
    if (Math.abs(value) > error) over++;
    width += error / runs;
  }
  // 95 % of 400 with three standard errors would be 33; fewer means wider than necessary.
  expect(over).toBeLessThanOrEqual(33);
  const oneRowEach = residualRisk(wilson(36, 120), wilson(18, 60)).error;
  if (rates[1] < 1) expect(width).toBeLessThan(0.65 * oneRowEach);
});
