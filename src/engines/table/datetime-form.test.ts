import { expect, test } from 'vitest';
import { clockUnitOf, datetimeForm, isDateOnly, isTimeOnly } from './datetime-form.ts';

test.each([
  ['YYYY-MM-DD', true, false, 60_000],
  ['[Seit ]DD.MM.YYYY', true, false, 60_000],
  ['HH:mm', false, true, 60_000],
  ['h:mm A', false, true, 60_000],
  ['HH:mm:ss', false, true, 1000],
  ['[Stand: ]DD.MM.YYYY HH:mm', false, false, 60_000],
  ['[Fix ]YYYY-MM-DD HH:mm:ss', false, false, 1000],
  ['YYYY-MM-DD HH:mm:ss.SSS', false, false, 1],
  ['YYYY-MM-DDTHH:mm:ssFZ', false, false, 1],
  ['X', false, false, 1000],
  ['x', false, false, 1],
])('%s: days alone %s, a clock alone %s, in steps of %i ms', (pattern, day, time, unit) => {
  const form = datetimeForm(pattern);
  expect([isDateOnly(form), isTimeOnly(form), clockUnitOf(form)]).toEqual([day, time, unit]);
});

test('a form of a pattern has no names of months', () => {
  expect(datetimeForm('YYYY-MM-DD')).toMatchObject({ names: null, letters: 'lower', offset: null });
  expect(datetimeForm('HH:mm:ssZ').offset).toBe(0);
});
