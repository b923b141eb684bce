import { crimeBank, measureBank } from '../../src/engines/detect/own-crime.fixture.ts';
import { processorClock } from '../processor-clock.ts';

/**
 * Simulated banks of 200,000 rows with 1 % laundering on three seeds, without labels: average
 * precision of rows and accounts beside twelve one-line rules, and of rows by typology.
 */
const [AIM_ROWS, AIM_ACCOUNTS] = [0.1, 0.35];
const count = Number(process.argv[2] ?? 200_000);
const figure = (value: number) => value.toFixed(3).padStart(7);

const began = processorClock();
const seeds = [1n, 2n, 3n];
const banks = seeds.map((seed) => measureBank(crimeBank(seed, count)));
const line = (name: string, figures: readonly (number | string)[]) =>
  console.log(
    `  ${name.padEnd(38)}${figures.map((each) => (typeof each === 'number' ? figure(each) : each)).join('')}`,
  );

console.log(`\nown crime: ${count} rows, 1 % laundering, seeds 1 to 3, no labels`);
for (const [key, aim] of [
  ['rows', AIM_ROWS],
  ['accounts', AIM_ACCOUNTS],
] as const) {
  console.log(` average precision of ${key}`);
  const own = banks.map((bank) => bank[key]);
  const isHeld = own.every((value) => value >= aim);
  line('sandbox detect', [...own, `  aim ${aim}: ${isHeld ? 'held' : 'FAILED'}`]);
  if (!isHeld) process.exitCode = 1;
  for (const [i, { name }] of banks[0]!.rules.entries()) {
    const rule = banks.map((bank) => bank.rules[i]![key]);
    const isBelow = rule.every((value, at) => value < own[at]!);
    line(`${i + 1}. ${name}`, [...rule, isBelow ? '' : '  ABOVE ours']);
    if (!isBelow) process.exitCode = 1;
  }
}
console.log(' average precision of rows by typology (base rate of seed 1; best rule of seed 1)');
for (const { name, base, best } of banks[0]!.typologies) {
  const own = banks.map(
    ({ typologies }) => typologies.find((each) => each.name === name)?.precision ?? Number.NaN,
  );
  line(name, [...own, `  base ${base.toFixed(4)}  ${best.rule} ${best.precision.toFixed(3)}`]);
}
console.log(`  ${((processorClock() - began) / 1000).toFixed(0)} s of processor time`);
