import { expect, test } from 'vitest';
import { CONTROLS } from './controls.ts';

test('each control names a file or the reason for none, once per framework', () => {
  const counts = Object.fromEntries(
    CONTROLS.frameworks.map(({ id, controls }) => [id, controls.length]),
  );
  // All controls of these two; of others, those on data and approvals.
  expect(counts).toMatchObject({ 'fca-sdeg': 9, 'pra-ss1-23': 5 });
  for (const { id, controls } of CONTROLS.frameworks) {
    expect([id, new Set(controls.map((control) => control.id)).size]).toEqual([
      id,
      controls.length,
    ]);
    expect([id, controls.some((control) => 'answered_by' in control)]).toEqual([id, true]);
  }
  expect(
    CONTROLS.frameworks.flatMap(({ controls }) => controls).some((c) => 'not_covered' in c),
  ).toBe(true);
  // Names of principles that the available sources do not give.
  const unconfirmed = CONTROLS.frameworks.flatMap(({ id, controls }) =>
    controls.flatMap((c) => (c.title_unconfirmed ? [`${id}: ${c.title}`] : [])),
  );
  expect(unconfirmed).toEqual([
    'fca-sdeg: Explainability',
    'fca-sdeg: Agency',
    'fca-sdeg: Societal and economic impact',
  ]);
});
