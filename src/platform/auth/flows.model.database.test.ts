import fc from 'fast-check';
import { beforeAll } from 'vitest';
import { startAuthHost } from '../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../test/support/before-tests.ts';
import { longTest } from '../../../test/support/long-test.ts';
import { operations } from './flow-operations.fixture.ts';
import { FlowWorld } from './flow-state.fixture.ts';
import { type RefreshTokens, refreshTokens } from './sessions/refresh-tokens.ts';

const RUNS = process.env.TEST_LONG ? 400 : 8;
const LENGTH = 20;

const host = startBeforeTests(startAuthHost);
let serial = 0;

/** Derives a token of any counter, as the model names tokens by number. */
let tokens: RefreshTokens;
beforeAll(async () => {
  const { rows } = await host.db.database.owner.query<{ value: string }>(
    "select value from private.secrets where name = 'refresh_tokens'",
  );
  tokens = refreshTokens(Buffer.from(rows[0]!.value, 'hex'));
});

longTest(
  'no sequence of steps, replays, races and waits reaches a session that the model does not grant',
  async () => {
    await fc.assert(
      fc.asyncProperty(operations(LENGTH), async (steps) => {
        serial += 1;
        const world = new FlowWorld(host, tokens, `model${serial}@bank.example`);
        await world.begin();
        await world.run({ kind: 'sign-in', right: true });
        for (const step of steps) {
          await world.run(step);
          await world.agree();
        }
      }),
      { numRuns: RUNS },
    );
  },
  600_000,
);
