import fc from 'fast-check';

// Operations refer to sessions, factors, tokens and links by a number modulo their count. Low
// numbers are likelier, so that steps interact.
const which = fc.oneof(
  { weight: 3, arbitrary: fc.nat({ max: 1 }) },
  { weight: 1, arbitrary: fc.nat({ max: 20 }) },
);
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('sign-in' as const), right: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('refresh' as const),
      session: which,
      // Ordinary refreshes, a pause, then a token from that many steps back.
      ahead: fc.nat({ max: 2 }),
      pause: fc.constantFrom(0, 0, 40),
      back: fc.nat({ max: 3 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('logout' as const),
      session: which,
      scope: fc.constantFrom('local' as const, 'others' as const, 'global' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('password' as const),
      session: which,
      // With the session's first token instead of its newest.
      first: fc.boolean(),
      present: fc.constantFrom('right' as const, 'wrong' as const, null, null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('confirm' as const),
      session: which,
      right: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('ask-link' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('redeem' as const),
      link: which,
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('enrol' as const), session: which }) },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('verify' as const),
      session: which,
      factor: which,
      late: fc.constantFrom(0, 0, 0, 1, 2),
      // The same code twice.
      replayed: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('same-code' as const),
      sessions: fc.tuple(which, which),
      factor: which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('unenrol' as const), session: which, factor: which }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      seconds: fc.constantFrom(40, 40, 400, 4000),
    }),
  },
);

const story = fc.constantFrom<Operation[]>(
  [
    { kind: 'ask-link' },
    { kind: 'password', session: 0, first: false, present: null },
    { kind: 'redeem', link: 0, times: 1 },
  ],
  [
    { kind: 'enrol', session: 0 },
    { kind: 'verify', session: 0, factor: 0, late: 0, replayed: true },
    { kind: 'sign-in', right: true },
    { kind: 'enrol', session: 0 },
    { kind: 'password', session: 1, first: true, present: null },
  ],
  [
    { kind: 'sign-in', right: true },
    { kind: 'wait', seconds: 4000 },
    { kind: 'password', session: 0, first: false, present: null },
    { kind: 'enrol', session: 0 },
    { kind: 'confirm', session: 0, right: true },
    { kind: 'enrol', session: 0 },
  ],
  [
    { kind: 'sign-in', right: true },
    { kind: 'sign-in', right: true },
    { kind: 'same-code', sessions: [0, 1], factor: 0 },
  ],
);

export const operations = (longest: number): fc.Arbitrary<Operation[]> =>
  fc
    .array(
      fc.oneof(
        { weight: 7, arbitrary: operation.map((one) => [one]) },
        { weight: 1, arbitrary: story },
      ),
      { minLength: 1, maxLength: longest, size: 'max' },
    )
    .map((parts) => parts.flat());

export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
