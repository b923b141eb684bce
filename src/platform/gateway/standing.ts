import type pg from 'pg';
import type { Caller, Standing } from './caller.ts';

/** Returns the caller with its present tenant and role; refused later once either is lost. */
export async function captureStanding(client: pg.ClientBase, caller: Caller): Promise<Caller> {
  if (caller.role !== 'authenticated') return caller;
  const { rows } = await client.query<{ standing: Standing }>('select private.standing()');
  return withStanding(caller, rows[0]!.standing);
}

export const withStanding = (caller: Caller, standing: Standing | undefined): Caller =>
  caller.role === 'authenticated' && standing !== undefined
    ? { ...caller, claims: { ...caller.claims, standing } }
    : caller;

export const standingOf = (caller: Caller): Standing | undefined =>
  caller.role === 'authenticated' ? caller.claims.standing : undefined;
