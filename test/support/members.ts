import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '../../src/platform/database/database.ts';
import type { Caller } from '../../src/platform/gateway/caller.ts';
import { claimsOf } from './claims.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export type Member = { id: string; email: string; caller: Caller };

export async function makeOrganization(
  database: Database,
  options: { name?: string; makerChecker?: boolean } = {},
): Promise<string> {
  const name = options.name ?? `Bank ${randomUUID()}`;
  const { rows } = await database.owner.query<{ id: string }>(
    'insert into public.organizations (name, domain, four_eyes) values ($1, $2, $3) returning id',
    [name, `${randomUUID()}.example`, options.makerChecker ?? false],
  );
  return rows[0]!.id;
}

/** Creates a signed-in member without a host, with the claims that the gateway would set. */
export async function makeMember(
  database: Database,
  options: { role: 'superadmin' | 'admin' | 'pilot_user'; organization?: string },
): Promise<Member> {
  const [id, session] = [randomUUID(), randomUUID()];
  const email = `${id.slice(0, 8)}@bank.example`;
  const { owner } = database;
  await owner.query('insert into auth.users (id, email) values ($1, $2)', [id, email]);
  await owner.query('insert into auth.sessions (id, user_id) values ($1, $2)', [session, id]);
  await owner.query('insert into public.profiles (id, email, org_id) values ($1, $2, $3)', [
    id,
    email,
    options.organization ?? null,
  ]);
  await owner.query('insert into public.user_roles (user_id, role) values ($1, $2)', [
    id,
    options.role,
  ]);
  const claims = claimsOf({ iss: 'test', sub: id, email, session_id: session });
  return { id, email, caller: { role: 'authenticated', claims, token: 'test' } };
}

/** Runs a statement as a member; returns row count, or SQLSTATE and message. */
async function attempt(
  database: Database,
  member: Member,
  [statement, values]: [statement: string, values?: unknown[]],
): Promise<number | string> {
  return database
    .asCaller(member.caller, (tx) => tx.query(statement, values))
    .then(
      (result) => result.rowCount ?? 0,
      (error: pg.DatabaseError) => `${error.code} ${error.message}`,
    );
}

/** Delay of commits until other statements end, unless these wait for the commit. */
const OVERLAP_MS = 150;

/**
 * Runs statements concurrently: all transactions begin first, and none commits before the other
 * statements have run or wait for it.
 */
export async function together(
  database: Database,
  moves: [member: Member, statement: string, values?: unknown[]][],
): Promise<(number | string)[]> {
  const begun = barrier(moves.length);
  const ran = barrier(moves.length);
  return Promise.all(
    moves.map(([member, statement, values]) =>
      database
        .asCaller(member.caller, async (tx) => {
          await begun.arrive();
          try {
            return await tx.query(statement, values);
          } finally {
            await Promise.race([ran.arrive(), setTimeout(OVERLAP_MS)]);
          }
        })
        .then(
          (result) => result.rowCount ?? 0,
          (error: pg.DatabaseError) => `${error.code} ${error.message}`,
        ),
    ),
  );
}

function barrier(size: number) {
  let arrived = 0;
  let open = () => {};
  const all = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    arrive: () => {
      arrived += 1;
      if (arrived === size) open();
      return all;
    },
  };
}

export type Bank = TestDatabase & {
  organization: string;
  /** Creates a member of the organization; superadmins belong to none. */
  member: (role: 'superadmin' | 'admin' | 'pilot_user') => Promise<Member>;
  attempt: (member: Member, statement: Parameters<typeof attempt>[2]) => Promise<number | string>;
  together: (moves: Parameters<typeof together>[1]) => Promise<(number | string)[]>;
};

export async function startBank(): Promise<Bank> {
  const db = await createTestDatabase();
  const { database } = db;
  const organization = await makeOrganization(database);
  return {
    ...db,
    organization,
    member: (role) =>
      makeMember(database, role === 'superadmin' ? { role } : { role, organization }),
    attempt: (member, statement) => attempt(database, member, statement),
    together: (moves) => together(database, moves),
  };
}
