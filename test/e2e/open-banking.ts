import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { openSandbox } from '../../clients/typescript/src/index.ts';
import { accountReport } from '../../src/shared/contracts/berlin-group.ts';

/**
 * Tests the accounts of environments as an open-banking client reads them.
 *
 * @param access address of a running sandbox and a key of all scopes
 */
export function testOpenBanking(access: () => { url: string; key: string }): void {
  let key: string;
  let other: string;

  beforeAll(async () => {
    const program = openSandbox(access());
    const keyOf = async (environment: string, seed: number) => {
      const dates = { start_date: '2025-01-01', end_date: '2025-01-31' };
      await program.environments.create(environment, { simulation: { seed, count: 12, ...dates } });
      const body = { environment };
      return (await program.call<{ key: string }>('create-environment-key', body)).key;
    };
    [key, other] = [await keyOf('one', 1), await keyOf('two', 2)];
    await program.environments.advance(2, 'one');
  });

  type Answer = { status: number; body: Record<string, unknown>; id: string | null };

  async function get(path: string, bearer: string | null, more: object = {}): Promise<Answer> {
    const answer = await fetch(`${access().url}${path}`, {
      headers: {
        'x-request-id': randomUUID(),
        'consent-id': 'any',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...more,
      },
    });
    const id = answer.headers.get('x-request-id');
    return { status: answer.status, body: (await answer.json()) as never, id };
  }

  type Account = { resourceId: string; balances: { balanceAmount: { amount: string } }[] };
  const accountsOf = async (bearer: string) =>
    (await get('/berlin-group/v1/accounts?withBalance=true', bearer)).body.accounts as Account[];

  test('accounts, balances and transactions of an environment, which add up', async () => {
    const accounts = await accountsOf(key);
    expect(accounts).toHaveLength(12);
    let pending = 0;
    for (const { resourceId: id, balances } of accounts) {
      const path = `/berlin-group/v1/accounts/${id}`;
      const details = await get(path, key);
      expect(details).toMatchObject({ status: 200, body: { account: { resourceId: id } } });
      expect((await get(`${path}/balances`, key)).body.balances).toEqual(balances);
      const both = await get(`${path}/transactions?bookingStatus=both&dateFrom=2025-01-01`, key);
      const { transactions } = accountReport.parse(both.body);
      pending += transactions.pending!.length;
      const last = transactions.booked!.at(-1)?.balanceAfterTransaction?.balanceAmount.amount;
      if (last !== undefined) expect(last).toBe(balances[0]!.balanceAmount.amount);
      const late = await get(`${path}/transactions?bookingStatus=booked&dateFrom=2025-02-01`, key);
      for (const { bookingDate } of accountReport.parse(late.body).transactions.booked!)
        expect(bookingDate! >= '2025-02-01').toBe(true);
    }
    expect(pending).toBeGreaterThan(0);
  });

  test('a key of another environment, none, and requests of another form are refused', async () => {
    const [first] = await accountsOf(key);
    const path = `/berlin-group/v1/accounts/${first!.resourceId}`;
    const report = `${path}/transactions?bookingStatus=booked&dateFrom=2025-01-01`;
    const refusals: [string, string | null, object, number, string][] = [
      [path, other, {}, 404, 'RESOURCE_UNKNOWN'],
      [`${path}/balances`, other, {}, 404, 'RESOURCE_UNKNOWN'],
      [report, other, {}, 404, 'RESOURCE_UNKNOWN'],
      [report, null, {}, 401, 'TOKEN_INVALID'],
      [report, 'sbx_wrong', {}, 401, 'TOKEN_INVALID'],
      [report, key, { 'consent-id': '' }, 400, 'FORMAT_ERROR'],
      [report, key, { 'x-request-id': '7' }, 400, 'FORMAT_ERROR'],
      [`${path}/transactions?bookingStatus=booked`, key, {}, 400, 'FORMAT_ERROR'],
      [`${path}/transactions?bookingStatus=all&dateFrom=2025-01-01`, key, {}, 400, 'FORMAT_ERROR'],
    ];
    for (const [address, bearer, more, status, code] of refusals) {
      const answer = await get(address, bearer, more);
      expect([address, answer.status, answer.body]).toEqual([
        address,
        status,
        { tppMessages: [{ category: 'ERROR', code, text: expect.any(String) }] },
      ]);
    }
    const ids = new Set((await accountsOf(other)).map(({ resourceId }) => resourceId));
    expect([ids.size, ids.has(first!.resourceId)]).toEqual([12, false]);
    const { status, body } = await get('/berlin-group/v1/openapi.json', null);
    expect([status, Object.keys(body.paths as object).length]).toEqual([200, 4]);
  });
}
