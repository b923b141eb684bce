import { beforeAll, expect } from 'vitest';
import { startAuthHost } from '../../../../test/support/auth-host.ts';
import { startBeforeTests } from '../../../../test/support/before-tests.ts';
import { longTest } from '../../../../test/support/long-test.ts';
import { ask } from '../raw-requests.fixture.ts';

const SAMPLES = process.env.TEST_LONG ? 1000 : 30;
const host = startBeforeTests(startAuthHost);
beforeAll(async () => {
  await host.addUser('there@bank.example', 'a good password');
});

const waitingMails = async () =>
  (await host.db.database.owner.query('select from auth.mail_requests')).rowCount;

/** Times known and unknown addresses alternately, in ms, so that load affects both alike. */
async function measure(path: string, body: (email: string) => object) {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  for (let i = 0; i < SAMPLES * 2; i++) {
    await host.db.database.owner.query('delete from auth.attempts');
    const side = i % 2 === 0 ? 'known' : 'unknown';
    const email = side === 'known' ? 'there@bank.example' : 'nobody@bank.example';
    const start = performance.now();
    const answer = await ask(host, 'POST', path, { body: body(email) });
    times[side].push(performance.now() - start);
    expect([200, 400]).toContain(answer.status);
    // Work after the response must not slow down the next request.
    await expect.poll(waitingMails, { interval: 2 }).toBe(0);
  }
  return times;
}

/** Share of pairs in which the first is slower (scaled Mann-Whitney U): 0.5 if none differ. */
function slowerShare(a: number[], b: number[]): number {
  let wins = 0;
  for (const x of a) for (const y of b) wins += x > y ? 1 : x === y ? 0.5 : 0;
  return wins / (a.length * b.length);
}

/** Four standard deviations of the share under the null hypothesis: sqrt((m+n+1) / (12mn)). */
const slack = 4 * Math.sqrt((2 * SAMPLES + 1) / (12 * SAMPLES * SAMPLES));

longTest(
  'response time does not reveal if an account exists',
  async () => {
    const signIn = await measure('/token?grant_type=password', (email) => ({
      email,
      password: 'a wrong password',
    }));
    expect(Math.abs(slowerShare(signIn.known, signIn.unknown) - 0.5)).toBeLessThan(slack + 0.05);
    const recover = await measure('/recover', (email) => ({ email }));
    expect(Math.abs(slowerShare(recover.known, recover.unknown) - 0.5)).toBeLessThan(slack + 0.05);
  },
  600_000,
);
