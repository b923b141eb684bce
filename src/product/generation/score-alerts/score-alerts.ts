import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { withLocalCopies } from '../../../platform/files/with-local-copy.ts';
import {
  accountOf,
  defineFunction,
  type FunctionDefinition,
} from '../../../platform/functions/define.ts';
import { createSlots } from '../../../platform/jobs/slots.ts';
import { fileKey } from '../../../platform/storage/context.ts';
import { threadResult } from '../../../platform/threads/warm-thread.ts';
import { scoreAlertsAnswer, scoreAlertsBody } from '../../../shared/contracts/alert-scores.ts';
import { AppError } from '../../../shared/errors.ts';
import { type BookFiles, readBook } from '../../batches/books/read-book.ts';
import { readCsvRows } from '../../batches/read-csv-rows.ts';
import type { Product } from '../../product.ts';
import { findTruth, simulatedBank } from '../ground-truth/find-truth.ts';
import type { Scored, ScoreInput } from './score-thread.ts';

const MODULE = new URL('./score-thread.ts', import.meta.url);
const CAPACITIES = [100, 500, 1000, 5000];
const ALERT_COST = 25;
const MAX_ALERTS = 100_000;
/** A scoring takes some hundred megabytes. */
const inSlot = createSlots(1);

type Sent = Pick<ScoreInput, 'alerts' | 'capacities' | 'alertCost'>;

/** Scores alerts on a book from the files of its tables. */
const scoredBook = ({ files }: Product, { preset, files: tables }: BookFiles, sent: Sent) =>
  withLocalCopies(
    files,
    tables.map(({ version }) => fileKey(version)),
    (paths) => {
      const named = tables.map(({ table }, i) => [table, paths[i]!] as const);
      return inSlot(() =>
        scored({ kind: 'book', preset, paths: Object.fromEntries(named), ...sent }),
      );
    },
  );

async function scored(input: ScoreInput) {
  const found = await threadResult<Scored>(MODULE, input);
  if (found.kind === 'refused') throw new AppError('bad_request', found.message);
  return found.scores;
}

async function alertsFrom(text: string): Promise<ScoreInput['alerts']> {
  const page = { offset: 0, limit: MAX_ALERTS + 1 };
  const read = await readCsvRows(
    Readable.from([Buffer.from(text.endsWith('\n') ? text : `${text}\n`)]),
    page,
  );
  if (read.rows.length === 0) throw new AppError('bad_request', 'The list has no alerts.');
  if (read.rows.length > MAX_ALERTS)
    throw new AppError('bad_request', `Send at most ${MAX_ALERTS} alerts.`);
  return read;
}

/** Numbers that JSON can't state, such as money of several currencies, become null. */
const published = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

export const scoreAlertsFunction = (product: Product): FunctionDefinition =>
  defineFunction({
    name: 'score-alerts',
    summary: 'Scores alerts of your own system against the ground truth of a simulated batch.',
    audience: 'session',
    scope: 'truth',
    body: scoreAlertsBody,
    answer: scoreAlertsAnswer,
    handle: async ({ body, caller, ...call }) => {
      const { database } = product.platform;
      const { userId, tenantId } = accountOf(call);
      const batch = await findTruth(database, caller, body.batch_id);
      const alerts = await alertsFrom(body.alerts);
      const { capacities = CAPACITIES, alert_cost: alertCost = ALERT_COST } = body;
      const sent = { alerts, capacities, alertCost };
      const book = await readBook(database, batch.tenantId, body.batch_id);
      const scores = published(
        await (book === null
          ? inSlot(() => scored({ kind: 'bank', ...simulatedBank(batch), ...sent }))
          : scoredBook(product, book, sent)),
      );
      const { rows: entered } = await database.asTenant(tenantId, (tx) =>
        tx.query<{ id: string }>(
          `insert into public.alert_scores
             (tenant_id, batch_id, system, alerts_sha256, average_precision, scores, created_by)
           values ($1, $2, $3, $4, $5, $6, $7) returning id`,
          [
            tenantId,
            body.batch_id,
            body.system,
            createHash('sha256').update(body.alerts).digest('hex'),
            scores.averagePrecision.value,
            JSON.stringify(scores),
            userId,
          ],
        ),
      );
      return { id: entered[0]!.id, scores } satisfies z.input<typeof scoreAlertsAnswer>;
    },
  });
