import { randomUUID } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { type RandomStream, streamFor } from '../../src/engines/random/stream.ts';
import { brokenEntry, cdpRho, ledgerTotal } from '../../src/engines/synthesize/index.ts';
import { isConnectionLost } from '../../src/platform/database/connection-lost.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { executeRun } from '../../src/platform/jobs/execute-run.ts';
import type { RunHandler } from '../../src/platform/jobs/run-context.ts';
import { readRun } from '../../src/platform/jobs/runs.ts';
import { noTracing } from '../../src/platform/tracing/tracing.ts';
import {
  PRIVACY_BUDGET,
  readLedger,
  STATED_DELTA,
} from '../../src/product/data/source-guarantee.ts';
import {
  type Spending,
  spendPrivacy,
} from '../../src/product/generation/from-upload/private/privacy-ledger.ts';
import { startBeforeTests } from '../support/before-tests.ts';
import { type Outcome, openInterleaving } from '../support/interleave.ts';
import { APPROVE, recordWithEvidence } from '../support/linked-record.ts';
import { type Member, startBank } from '../support/members.ts';

/** Schedules per protocol: 5, or 2,500 in long tests. `SCHEDULE_SEED` repeats one. */
const SCHEDULES = Number(process.env.SCHEDULES ?? (process.env.TEST_LONG ? 2500 : 5));
const FIRST = Number(process.env.SCHEDULE_SEED ?? 1);
/** Seeds that once stalled: a connection handed to a waiting actor was counted as another's. */
const FOUND = [20_004_440, 20_004_441];
const LOSS_RATE = 0.04;
const TIMEOUT_MS = 7_200_000;

const bank = startBeforeTests(async () => {
  const started = await startBank();
  const interleaving = await openInterleaving(started.url);
  const close = async () => {
    await interleaving.close();
    await started.close();
  };
  return { ...started, interleave: interleaving.run, close };
});
let admins: Member[];
let reviewers: Member[];
beforeAll(async () => {
  admins = await Promise.all(Array.from({ length: 3 }, () => bank.member('admin')));
  reviewers = await Promise.all(Array.from({ length: 3 }, () => bank.member('pilot_user')));
  await bank.database.owner.query('create table private.effects (run_id uuid, attempt int)');
});

const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await bank.database.owner.query<Row>(text, values)).rows;

/** Returns the fate of a request: done, refused, or unknown after a lost connection. */
function fateOf(outcome: Outcome): 'done' | 'unknown' | { refusal: string } {
  if (outcome.status === 'fulfilled') return 'done';
  return isConnectionLost(outcome.reason) ? 'unknown' : { refusal: String(outcome.reason.message) };
}

/** Runs schedules of a protocol with their own seeds; reports the seed of a failing one. */
function schedules(name: string, protocol: (draw: RandomStream) => Promise<void>) {
  test(
    `${name}: whatever the order of statements and the connections lost`,
    async () => {
      for (const seed of [...FOUND, ...Array.from({ length: SCHEDULES }, (_, i) => FIRST + i)]) {
        await protocol(streamFor(BigInt(seed), 0, 0)).catch((error: Error) => {
          error.message = `SCHEDULE_SEED=${seed} SCHEDULES=1: ${error.message}`;
          throw error;
        });
      }
    },
    TIMEOUT_MS,
  );
}

const commit: RunHandler = ({ run, fence, complete, progress }) =>
  transaction(bank.database.owner, async (tx) => {
    progress('storing', 0, 1);
    await tx.query('insert into private.effects values ($1, $2)', [run.id, run.attempt]);
    await fence(tx);
    return complete(tx, { attempt: run.attempt });
  });
const worker: Parameters<typeof executeRun>[0] = {
  get pool() {
    return bank.database.owner;
  },
  boss: {} as PgBoss,
  notifications: { on: () => () => {}, close: async () => {} },
  handlers: { commit },
  admit: async () => {},
  tracing: noTracing,
  log: pino({ level: 'silent' }),
};

schedules('a run that several workers claim has one effect, or was cancelled', async (draw) => {
  const [made] = await sql<{ id: string }>(
    "insert into public.runs (tenant_id, kind, subject) values ($1, 'commit', '{}') returning id",
    [bank.organization],
  );
  const { id } = made!;
  const deliver = () => executeRun(worker, id, new AbortController().signal);
  const cancel = () =>
    bank.database.asCaller(admins[0]!.caller, async (tx) => {
      const { rows } = await tx.query<{ cancelled: boolean }>(
        'select public.cancel_run($1) as cancelled',
        [id],
      );
      return rows[0]!.cancelled;
    });
  const deliveries = Array.from({ length: 2 + draw.below(2) }, () => deliver);
  const works = draw.below(2) === 0 ? deliveries : [...deliveries, cancel];
  const outcomes = await bank.interleave(works, draw, LOSS_RATE);
  // The queue redelivers unfinished work.
  await deliver();
  const run = (await readRun(bank.database.owner, id))!;
  const effects = await sql('select attempt from private.effects where run_id = $1', [id]);
  if (run.status === 'completed') expect(effects).toEqual([run.result]);
  else expect([run.status, effects]).toEqual(['cancelled', []]);
  const requestOutcome = outcomes[deliveries.length];
  if (requestOutcome === undefined) expect(run.status).toBe('completed');
  else if (fateOf(requestOutcome) === 'done' && requestOutcome.status === 'fulfilled')
    expect(run.status).toBe(requestOutcome.value ? 'cancelled' : 'completed');
});

const PEOPLE = ['ada', 'ben', 'cy', 'dora'];

schedules(
  'what several fits of the same people spend is whole and within the budget',
  async (draw) => {
    const tenantId = randomUUID();
    const fits = Array.from({ length: 3 }, (): Spending => {
      const epsilon = 1 + draw.below(8);
      const first = draw.below(3);
      return {
        tenantId,
        runId: randomUUID(),
        filename: 'movements.csv',
        unit: 'customer_id',
        sketch: PEOPLE.slice(first, first + 2),
        epsilon,
        cost: { rho: cdpRho(epsilon, STATED_DELTA), delta: 1e-6 },
        operation: 'fit',
        mechanism: 'MST',
        engine: 'synthesize/1',
      };
    });
    const works = fits.map((fit) => () => spendPrivacy(bank.database, fit));
    const outcomes = await bank.interleave(works, draw, LOSS_RATE);
    const sources = await sql<{ id: string; elements: string[] }>(
      `select s.id, array_agg(k.element) as elements from public.privacy_sources s
       join private.privacy_sketches k on k.source_id = s.id where tenant_id = $1 group by 1`,
      [tenantId],
    );
    const entries = await sql<{ run_id: string; source_id: string }>(
      'select run_id, source_id from public.privacy_ledger where tenant_id = $1',
      [tenantId],
    );
    const budget = Math.floor(cdpRho(PRIVACY_BUDGET.epsilon, STATED_DELTA) * 1e9);
    const spent = new Map<string, number>();
    for (const { id } of sources) {
      const ledger = await readLedger(bank.database.owner, id);
      expect(brokenEntry(ledger)).toBeNull();
      expect(ledger.map(({ sequence }) => sequence)).toEqual(ledger.map((_, i) => i + 1));
      spent.set(id, ledgerTotal(ledger).nanoRho);
      expect(spent.get(id)).toBeLessThanOrEqual(budget);
    }
    const onLog = await sql(
      "select from log.outbox where kind = 'privacy.spent' and subject = any($1)",
      [sources.map(({ id }) => id)],
    );
    expect(onLog.length).toBe(entries.length);
    const debitedBy = (runId: string) =>
      entries.filter(({ run_id }) => run_id === runId).map(({ source_id }) => source_id);
    outcomes.forEach((outcome, i) => {
      const { runId, sketch, cost } = fits[i]!;
      const debited = debitedBy(runId);
      expect(new Set(debited).size).toBe(debited.length);
      const fate = fateOf(outcome);
      if (outcome.status === 'fulfilled') {
        expect(debited.sort()).toEqual((outcome.value as string[]).sort());
      } else if (fate !== 'unknown') {
        expect(fate).toMatchObject({ refusal: expect.stringContaining('does not cover epsilon') });
        expect(debited).toEqual([]);
        // A request refused for its budget still does not fit.
        const touched = sources.filter(({ elements }) =>
          elements.some((one) => sketch.includes(one)),
        );
        const most = Math.max(...touched.map(({ id }) => spent.get(id)!));
        expect(most + Math.ceil(cost.rho * 1e9)).toBeGreaterThan(budget);
      }
      // Spending on the same people must be summed in at least one place.
      for (const [i, one] of fits.entries()) {
        for (const other of fits.slice(i + 1)) {
          const [mine, theirs] = [debitedBy(one.runId), debitedBy(other.runId)];
          if (mine.length === 0 || theirs.length === 0) continue;
          if (!one.sketch.some((person) => other.sketch.includes(person))) continue;
          expect(mine.filter((source) => theirs.includes(source))).not.toEqual([]);
        }
      }
    });
  },
);

const REMOVALS = [
  'delete from public.evidence_documents where id = $1',
  'delete from public.evidence_links where document_id = $1',
];

schedules('an approved record has its evidence', async (draw) => {
  const { documentId, run } = await recordWithEvidence(bank, admins[0]!);
  const asAdmin = (who: number, statement: string, value: string) => () =>
    bank.database.asCaller(admins[who]!.caller, async (tx) =>
      Number((await tx.query(statement, [value])).rowCount),
    );
  const works = [
    asAdmin(0, APPROVE, run),
    asAdmin(1, REMOVALS[draw.below(REMOVALS.length)]!, documentId),
    ...(draw.below(2) === 0
      ? []
      : [asAdmin(2, "select public.revoke_model_run($1, 'wrong')", run)]),
  ];
  const outcomes = await bank.interleave(works, draw, LOSS_RATE);
  const [record] = await sql<{ approved: boolean; evidence: number }>(
    `select approved_for_production as approved,
            (select count(*)::int from public.evidence_links l
               join public.evidence_documents d on d.id = l.document_id
               join storage.objects o on o.bucket_id = 'evidence-vault' and o.name = d.storage_path
              where l.governance_run_id = g.run_id) as evidence
       from public.governance_audit g where run_id = $1`,
    [run],
  );
  if (record!.approved) expect(record!.evidence).toBe(1);
  const [approved, removed, revoked] = outcomes.map(fateOf);
  if (approved === 'done' && revoked === undefined) {
    expect(record).toEqual({ approved: true, evidence: 1 });
    const refusal = 'A linked record is approved for production';
    if (removed !== 'unknown') expect([{ refusal }, 'done']).toContainEqual(removed);
  }
  if (record!.evidence === 0 && revoked === undefined) expect(record!.approved).toBe(false);
});

schedules('the history of a case is what happened to it, in a row', async (draw) => {
  const [batch] = await sql<{ id: string }>(
    `insert into public.exception_batches (tenant_id, batch_name, exception_count, threshold_used, exceptions, created_by)
     values ($1, 'b', 1, 0.9, '[]', $2) returning id`,
    [bank.organization, admins[0]!.id],
  );
  const done: string[] = [];
  let unknown = 0;
  const decideTwice = (member: Member) => async () => {
    for (let time = 0; time < 2; time++) {
      const decision = ['approved', 'rejected', null][draw.below(3)]!;
      const asked = await bank.database
        .asCaller(member.caller, async (tx) => {
          const { rows } = await tx.query<{ at: string }>(
            'select decided_at as at from public.exception_decisions where batch_id = $1',
            [batch!.id],
          );
          const choice = { item: 0, decision, seen: rows[0]?.at ?? null };
          await tx.query('select public.decide_cases($1, $2)', [
            batch!.id,
            JSON.stringify([choice]),
          ]);
        })
        .then(
          (): Outcome => ({ status: 'fulfilled', value: null }),
          (reason): Outcome => ({ status: 'rejected', reason }),
        );
      const fate = fateOf(asked);
      if (fate === 'done') done.push(`${member.id} ${decision}`);
      else if (fate === 'unknown') unknown++;
      else expect(fate.refusal).toMatch(/^Case 1 was (approved|rejected) by .+ in the meantime/);
    }
  };
  await bank.interleave(reviewers.map(decideTwice), draw, LOSS_RATE);
  const lines = await sql<{ actor: string; from: string | null; to: string | null }>(
    `select actor_id as actor, from_decision as from, to_decision as to
       from audit.decision_history where batch_id = $1 order by id`,
    [batch!.id],
  );
  lines.forEach(({ from }, i) => {
    expect(from).toBe(i === 0 ? null : lines[i - 1]!.to);
  });
  const [now] = await sql<{ decision: string }>(
    'select decision from public.exception_decisions where batch_id = $1',
    [batch!.id],
  );
  expect(lines.at(-1)?.to ?? null).toBe(now?.decision ?? null);
  const written = lines.map(({ actor, to }) => `${actor} ${to}`);
  // Withdrawing a missing decision writes nothing.
  for (const decided of done.filter((line) => !line.endsWith('null')))
    expect(written).toContain(decided);
  expect(written.length).toBeLessThanOrEqual(done.length + unknown);
});
