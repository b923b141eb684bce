/** Returns every second case of a kind, and all in the long run. */
export const everySecond = <Case>(cases: readonly Case[]): readonly Case[] =>
  cases.filter((_, at) => process.env.TEST_LONG || at % 2 === 0);
