import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { RandomStream } from '../../src/engines/random/stream.ts';

/** Fate of a statement: executed, or its connection lost before it or before its answer. */
type Fate = 'answered' | 'lost before' | 'lost after';

type Statement = {
  text: string;
  client: pg.Client;
  run: () => Promise<unknown>;
  answer: (answer: Promise<unknown>) => void;
};

type Lane = {
  waiting: Statement[];
  asking: boolean;
  backend: number;
  /** True once the actor had time to send other statements while this one waits for a lock. */
  isKnownBlocked: boolean;
};
type Actor = { lanes: Map<pg.Client, Lane>; ended: boolean };
/** Schedule of a statement. Statements after its end, such as a heartbeat, run at once. */
type Schedule = { actor: Actor; moved: () => void; isOver: () => boolean };

export type Outcome = PromiseSettledResult<unknown>;

const STUCK_MS = 20_000;
const BLOCKED_AFTER_MS = 4;

const acting = new AsyncLocalStorage<Schedule>();
const { query: ask } = pg.Client.prototype;
const { connect } = pg.Pool.prototype;

const backendOf = (client: pg.Client) => (client as unknown as { processID: number }).processID;
const cut = (client: pg.Client) => {
  (
    client as unknown as { connection: { stream: { destroy: () => void } } }
  ).connection.stream.destroy();
};

/** Makes an actor's statements wait for their turn; other statements run at once. */
function queryInTurn(this: pg.Client, ...args: unknown[]): unknown {
  const store = acting.getStore();
  const callback = args.findIndex((arg) => typeof arg === 'function');
  const [config] = args;
  const isPlain = typeof config === 'string' || typeof (config as pg.QueryConfig).text === 'string';
  const send = (...sent: unknown[]) =>
    (ask as (...all: unknown[]) => unknown).apply(this, sent) as Promise<unknown>;
  if (store === undefined || store.isOver() || !isPlain || 'submit' in Object(config))
    return send(...args);
  const sent = callback < 0 ? args : args.slice(0, callback);
  const answered = new Promise((resolve) => {
    const { lanes } = store.actor;
    if (!lanes.has(this))
      lanes.set(this, {
        waiting: [],
        asking: false,
        backend: backendOf(this),
        isKnownBlocked: false,
      });
    lanes.get(this)!.waiting.push({
      text: typeof config === 'string' ? config : (config as pg.QueryConfig).text,
      client: this,
      run: () => send(...sent),
      answer: resolve,
    });
    store.moved();
  });
  if (callback < 0) return answered;
  const done = args[callback] as (error: unknown, result?: unknown) => void;
  answered.then((result) => done(null, result), done);
  return undefined;
}

/**
 * Runs the callback of a pooled connection in the context of its requester. An exhausted pool would
 * use that of the client that returns the connection.
 */
function connectForAsker(this: pg.Pool, asked?: () => void): unknown {
  const args = asked === undefined ? [] : [AsyncResource.bind(asked)];
  return (connect as (...all: unknown[]) => unknown).apply(this, args);
}

export async function openInterleaving(url: string) {
  const monitor = new pg.Client({ connectionString: url });
  await monitor.connect();
  // Detect deadlocks within a schedule, not a second later.
  const name = new URL(url).pathname.slice(1);
  await monitor.query(`alter database "${name}" set deadlock_timeout = '10ms'`);
  (pg.Client.prototype as { query: unknown }).query = queryInTurn;
  (pg.Pool.prototype as { connect: unknown }).connect = connectForAsker;
  const areBlocked = async (backends: number[]) => {
    if (backends.length === 0) return true;
    const { rowCount } = await monitor.query(
      "select from pg_stat_get_activity(null) where pid = any($1) and wait_event_type = 'Lock'",
      [backends],
    );
    return rowCount === backends.length;
  };
  return {
    run: (works: (() => Promise<unknown>)[], draw: RandomStream, lossRate: number) =>
      interleave({ works, draw, lossRate, areBlocked }),
    close: async () => {
      pg.Client.prototype.query = ask;
      pg.Pool.prototype.connect = connect;
      await monitor.end();
    },
  };
}

type Parts = {
  works: (() => Promise<unknown>)[];
  draw: RandomStream;
  /** Share of statements that lose their connection. */
  lossRate: number;
  /** Returns true if each of the backends waits for a lock. */
  areBlocked: (backends: number[]) => Promise<boolean>;
};

/**
 * Runs works concurrently, one statement at a time, in random order. A statement that waits for a
 * lock stays pending while the others continue.
 */
async function interleave({ works, draw, lossRate, areBlocked }: Parts): Promise<Outcome[]> {
  let wake = () => {};
  let moves = 0;
  let over = false;
  const moved = () => {
    moves++;
    wake();
  };
  const actors = works.map((): Actor => ({ lanes: new Map(), ended: false }));
  const outcomes = Promise.allSettled(
    works.map((work, i) => {
      const actor = actors[i]!;
      return acting.run({ actor, moved, isOver: () => over }, work).finally(() => {
        actor.ended = true;
        moved();
      });
    }),
  );
  const nextMove = async (after: number, ms: number) => {
    if (moves !== after) return;
    const timer = new AbortController();
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await Promise.race([woken, sleep(ms, undefined, { signal: timer.signal }).catch(() => {})]);
    timer.abort();
  };
  const give = (lane: Lane) => {
    const { client, run, answer } = lane.waiting.shift()!;
    lane.asking = true;
    lane.isKnownBlocked = false;
    const answered = carryOut(client, run, fateOf(draw, lossRate)).finally(() => {
      lane.asking = false;
      moved();
    });
    answered.catch(() => {});
    answer(answered);
  };
  const lanesOf = ({ lanes }: Actor) => [...lanes.values()];
  /** Waits until no actor is running; returns the connections that wait for a turn. */
  const ready = async (): Promise<Lane[]> => {
    const deadline = Date.now() + STUCK_MS;
    let quietAt = -1;
    while (Date.now() < deadline) {
      const before = moves;
      const lanes = actors.flatMap(lanesOf);
      const requesting = lanes.filter(({ asking }) => asking);
      const isIdle = actors.some(
        (actor) => !actor.ended && lanesOf(actor).every((lane) => !lane.asking && !lane.waiting[0]),
      );
      const isStill = !isIdle && (await areBlocked(requesting.map(({ backend }) => backend)));
      const isQuiet = isStill && moves === before;
      const isSettled = quietAt === moves || requesting.every((lane) => lane.isKnownBlocked);
      if (isQuiet && isSettled) {
        for (const lane of requesting) lane.isKnownBlocked = true;
        const turns = lanes.filter(({ waiting, asking }) => waiting.length > 0 && !asking);
        if (turns.length > 0 || requesting.length === 0) return turns;
      }
      quietAt = isQuiet ? moves : -1;
      await nextMove(before, BLOCKED_AFTER_MS);
    }
    throw new Error('neither a statement nor an answer came for 20 s');
  };
  for (;;) {
    const turns = await ready();
    if (turns.length === 0) {
      over = true;
      return outcomes;
    }
    const before = moves;
    give(turns[draw.below(turns.length)]!);
    await nextMove(before, BLOCKED_AFTER_MS);
  }
}

function fateOf(draw: RandomStream, lossRate: number): Fate {
  if (draw.float() >= lossRate) return 'answered';
  return draw.float() < 0.5 ? 'lost before' : 'lost after';
}

async function carryOut(
  client: pg.Client,
  run: () => Promise<unknown>,
  fate: Fate,
): Promise<unknown> {
  if (fate === 'answered') return run();
  if (fate === 'lost after') await run();
  cut(client);
  throw new Error('Connection terminated unexpectedly');
}
