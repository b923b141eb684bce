import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { type AuthHost, startAuthHost } from '../../../test/support/auth-host.ts';
import { operations } from './flow-operations.fixture.ts';
import { FlowWorld } from './flow-state.fixture.ts';
import { type RefreshTokens, refreshTokens } from './sessions/refresh-tokens.ts';

const RUNS = process.env.TEST_LONG ? 400 : 15;
const LENGTH = 20;

let host: AuthHost;
let serial = 0;
beforeAll(async () => {
  host = await startAuthHost();
});
afterAll(() => host.close());

/** Any token of any counter can be asked for: the model names them by number. */
let tokens: RefreshTokens;
beforeAll(async () => {
  const { rows } = await host.db.database.owner.query<{ value: string }>(
    "select value from private.secrets where name = 'refresh_tokens'",
  );
  tokens = refreshTokens(Buffer.from(rows[0]!.value, 'hex'));
});

test('no sequence of steps, replays, races and waits reaches a session that the model does not grant', async () => {
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
}, 600_000);
