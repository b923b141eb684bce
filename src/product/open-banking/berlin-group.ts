import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { TokenError } from '../../platform/gateway/token-error.ts';
import {
  accountBalances,
  accountDetails,
  accountList,
  accountReport,
  transactionQuery,
} from '../../shared/contracts/berlin-group.ts';
import { AppError } from '../../shared/errors.ts';
import type { Product } from '../product.ts';
import {
  ACCOUNTS,
  type AccountRow,
  accountOf,
  balancesOf,
  referenceOf,
  type TransactionRow,
  transactionOf,
} from './rows.ts';

export const BERLIN_GROUP = '/berlin-group/v1';
const PAGE_ROWS = 1000;

const TRANSACTIONS = `select txn_id, (txn_ts at time zone 'UTC')::date::text as day,
    (extract(epoch from txn_ts) * 1000)::bigint || '-' || seq as position, amount::numeric(18, 2)::text, currency,
    merchant, mcc, type, status, balance_after::numeric(18, 2)::text
  from public.transactions
  where account_id = $1 and txn_ts >= $2::date::timestamp at time zone 'UTC'
    and ($3::date is null or txn_ts < ($3::date + 1)::timestamp at time zone 'UTC')
    and case $4 when 'pending' then status = 'pending' when 'booked' then coalesce(status, 'posted') = 'posted'
        else coalesce(status, 'posted') in ('posted', 'pending') end
    and ($5::bigint is null or ((extract(epoch from txn_ts) * 1000)::bigint, seq) > ($5, $6::bigint))
  order by txn_ts, seq limit ${PAGE_ROWS + 1}`;

function parse<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const { path, message } = error.issues[0]!;

  throw new AppError('bad_request', `${path.join('.')}: ${message}`);
}

const headers = z.object({
  'x-request-id': z.uuid('expected a UUID'),
  // Consent is not modeled: the key decides which accounts are readable.
  'consent-id': z.string('expected any value; this sandbox accepts each').min(1),
});

const CODES: Readonly<Record<number, string>> = {
  400: 'FORMAT_ERROR',
  401: 'TOKEN_INVALID',
  403: 'SERVICE_BLOCKED',
  404: 'RESOURCE_UNKNOWN',
  429: 'ACCESS_EXCEEDED',
};

/** Read endpoints of NextGenPSD2 over the rows that the caller's key reads. */
export const berlinGroupService =
  (product: Product): FastifyPluginAsync =>
  async (app) => {
    app.setErrorHandler((error, _request, reply) => {
      const status =
        error instanceof TokenError ? 401 : error instanceof AppError ? error.status : 500;
      if (status === 500) throw error;
      const text = (error as Error).message;
      const message = { category: 'ERROR', code: CODES[status] ?? 'INTERNAL_SERVER_ERROR', text };
      return reply.code(status).send({ tppMessages: [message] });
    });
    app.addHook('onRequest', async (request, reply) => {
      if (request.url === `${BERLIN_GROUP}/openapi.json`) return;
      if (!('claims' in request.caller))
        throw new AppError(
          'unauthenticated',
          'An API key is required: Authorization: Bearer <key>',
        );
      reply.header('x-request-id', parse(headers, request.headers)['x-request-id']);
    });
    const query = <Row extends object>(request: FastifyRequest, text: string, values: unknown[]) =>
      product.platform.database.asCaller(
        request.caller,
        async (tx) => (await tx.query<Row>(text, values)).rows,
        { readOnly: true },
      );
    const oneAccount = async (request: FastifyRequest, id: string): Promise<AccountRow> => {
      const [row] = await query<AccountRow>(
        request,
        `${ACCOUNTS} where a.account_id = $1 limit 1`,
        [id],
      );
      if (row === undefined) throw new AppError('not_found', `No account ${id}.`);
      await product.recordRead(request, 'accounts');
      return row;
    };
    const withBalance = (request: FastifyRequest) =>
      (request.query as { withBalance?: string }).withBalance === 'true';

    app.get('/openapi.json', async () => document);
    app.get('/accounts', async (request) => {
      const rows = await query<AccountRow>(request, `${ACCOUNTS} order by a.account_id`, []);
      if (rows.length > 0) await product.recordRead(request, 'accounts');
      const accounts = rows.map((row) => accountOf(row, BERLIN_GROUP, withBalance(request)));
      return accountList.parse({ accounts });
    });
    app.get<{ Params: { id: string } }>('/accounts/:id', async (request) => {
      const row = await oneAccount(request, request.params.id);
      return accountDetails.parse({ account: accountOf(row, BERLIN_GROUP, withBalance(request)) });
    });
    app.get<{ Params: { id: string } }>('/accounts/:id/balances', async (request) => {
      const row = await oneAccount(request, request.params.id);
      return accountBalances.parse({ account: referenceOf(row), balances: balancesOf(row) });
    });
    app.get<{ Params: { id: string } }>('/accounts/:id/transactions', async (request) => {
      const wanted = parse(transactionQuery, request.query);
      const { id } = request.params;
      const account = await oneAccount(request, id);
      const { bookingStatus, dateFrom, dateTo = null, after } = wanted;
      const from = after?.split('-') ?? [null, null];
      const values = [id, dateFrom, dateTo, bookingStatus, ...from];
      const found = await query<TransactionRow>(request, TRANSACTIONS, values);
      if (found.length > 0) await product.recordRead(request, 'transactions');
      const page = found.slice(0, PAGE_ROWS);
      const own = `${BERLIN_GROUP}/accounts/${encodeURIComponent(id)}`;
      const more = new URLSearchParams({
        ...(request.query as Record<string, string>),
        after: page.at(-1)?.position ?? '',
      });
      const of = (isPending: boolean) =>
        page.filter(({ status }) => (status === 'pending') === isPending).map(transactionOf);
      return accountReport.parse({
        account: referenceOf(account),
        transactions: {
          ...(bookingStatus !== 'pending' && { booked: of(false) }),
          ...(bookingStatus !== 'booked' && { pending: of(true) }),
          _links: {
            account: { href: own },
            ...(found.length > page.length && { next: { href: `${own}/transactions?${more}` } }),
          },
        },
      });
    });
  };

const json = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'output', target: 'draft-2020-12' });

const parameter = (name: string, place: string, required: boolean) => ({
  name,
  in: place,
  required,
  schema: { type: 'string' },
});

const operation = (summary: string, answer: z.ZodType, more: object[] = []) => ({
  get: {
    summary,
    security: [{ apiKey: [] }],
    parameters: [
      parameter('X-Request-ID', 'header', true),
      parameter('Consent-ID', 'header', true),
      ...more,
    ],
    responses: {
      200: { description: 'OK', content: { 'application/json': { schema: json(answer) } } },
      default: { description: 'tppMessages with category, code and text' },
    },
  },
});

const id = parameter('id', 'path', true);
const balance = parameter('withBalance', 'query', false);
const ofReport = Object.entries(transactionQuery.shape).map(([name, schema]) =>
  parameter(name, 'query', !schema.safeParse(undefined).success),
);

const document = {
  openapi: '3.1.0',
  info: {
    title: 'Accounts of the sandbox, as in NextGenPSD2',
    version: '1.3.12',
    description:
      'Consent is a stub: any Consent-ID is accepted, and the API key decides which accounts are readable. Payments, card accounts and consents are not offered.',
  },
  paths: {
    [`${BERLIN_GROUP}/accounts`]: operation('Lists accounts.', accountList, [balance]),
    [`${BERLIN_GROUP}/accounts/{id}`]: operation('Returns an account.', accountDetails, [
      id,
      balance,
    ]),
    [`${BERLIN_GROUP}/accounts/{id}/balances`]: operation('Returns balances.', accountBalances, [
      id,
    ]),
    [`${BERLIN_GROUP}/accounts/{id}/transactions`]: operation(
      'Returns transactions.',
      accountReport,
      [id, ...ofReport],
    ),
  },
  components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
};
