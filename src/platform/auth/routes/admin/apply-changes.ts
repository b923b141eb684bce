import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { findAccountByEmail } from '../../accounts/accounts.ts';
import { recordEvent } from '../../accounts/record-event.ts';
import { AuthError, validationFailed } from '../../auth-error.ts';
import type { UserChanges } from './user-fields.ts';

const MAX_METADATA = 20_000;

export const emailExists = () =>
  new AuthError(422, 'email_exists', 'A user with this email address has already been registered');

type User = { id: string; email: string };

/** Applies changes to a user's row, all or none (by throwing); the password is set elsewhere. */
export async function applyChanges(
  tx: pg.PoolClient,
  { request, user, changes }: { request: FastifyRequest; user: User; changes: UserChanges },
): Promise<void> {
  // Same lock order as private.lock_superadmins: wait before any row is locked.
  if (changes.ban_duration !== undefined) {
    await tx.query("select pg_advisory_xact_lock(hashtext('superadmins'))");
  }
  await tx.query('select from auth.users where id = $1 for update', [user.id]);
  if (changes.email !== undefined) await changeEmail(tx, user, changes.email.toLowerCase());
  await changePhone(tx, user, changes);
  if (changes.email_confirm !== undefined) {
    await confirm(tx, user, { column: 'email_confirmed_at', confirmed: changes.email_confirm });
  }
  if (changes.user_metadata) await merge(tx, user, 'raw_user_meta_data', changes.user_metadata);
  if (changes.app_metadata) await merge(tx, user, 'raw_app_meta_data', changes.app_metadata);
  if (changes.ban_duration !== undefined) await ban(tx, user, changes.ban_duration);
  await tx.query('update auth.users set updated_at = now() where id = $1', [user.id]);
  const fields = Object.keys(changes);
  if (fields.length === 0) return;
  await recordEvent(tx, request, {
    user,
    action: 'user.changed_by_service',
    detail: {
      fields,
      ...(changes.email !== undefined && { from: user.email, to: changes.email.toLowerCase() }),
      ...(changes.ban_duration !== undefined && { ban_seconds: changes.ban_duration }),
    },
  });
}

/** Changes the address, which signs in at once; links sent to the previous one end. */
async function changeEmail(tx: pg.PoolClient, user: User, email: string): Promise<void> {
  const holder = await findAccountByEmail(tx, email);
  if (holder !== null && holder.id !== user.id) throw emailExists();
  await tx.query('update auth.users set email = $2 where id = $1', [user.id, email]);
  await tx.query(
    `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = now()
      where user_id = $1 and provider = 'email'`,
    [user.id, email],
  );
  await tx.query('update public.profiles set email = $2 where id = $1', [user.id, email]);
  await tx.query('delete from auth.one_time_tokens where user_id = $1', [user.id]);
}

async function changePhone(
  tx: pg.PoolClient,
  user: User,
  { phone, phone_confirm: confirmed }: UserChanges,
): Promise<void> {
  if (phone !== undefined) {
    await tx.query("select pg_advisory_xact_lock(hashtextextended('phone ' || $1, 0))", [phone]);
    const { rowCount } = await tx.query(
      'select from auth.users where phone = $1 and id <> $2 limit 1',
      [phone, user.id],
    );
    if (rowCount !== 0) {
      throw new AuthError(
        422,
        'phone_exists',
        'A user with this phone number has already been registered',
      );
    }
    await tx.query(
      `update auth.users set phone = $2,
              phone_confirmed_at = case when phone = $2 then phone_confirmed_at end
        where id = $1`,
      [user.id, phone],
    );
  }
  if (confirmed !== undefined) {
    await confirm(tx, user, { column: 'phone_confirmed_at', confirmed });
  }
}

/** Confirms an address until it changes; only a new user's can start unconfirmed. */
async function confirm(
  tx: pg.PoolClient,
  user: User,
  {
    column,
    confirmed,
  }: { column: 'email_confirmed_at' | 'phone_confirmed_at'; confirmed: boolean },
): Promise<void> {
  const { rows } = await tx.query<{ confirmed: boolean; phone: string | null }>(
    `select ${column} is not null as confirmed, phone from auth.users where id = $1`,
    [user.id],
  );
  const row = rows[0]!;
  if (row.confirmed === confirmed) return;
  if (!confirmed) throw validationFailed('A confirmed address or phone cannot be made unconfirmed');
  if (column === 'phone_confirmed_at' && row.phone === null) {
    throw validationFailed('phone_confirm: the user has no phone number');
  }
  await tx.query(`update auth.users set ${column} = now() where id = $1`, [user.id]);
}

/** Adds and replaces keys; null removes a key. */
async function merge(
  tx: pg.PoolClient,
  user: User,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  metadata: Record<string, unknown>,
): Promise<void> {
  const removed = Object.keys(metadata).filter((key) => metadata[key] === null);
  const { rows } = await tx.query<{ size: number }>(
    `update auth.users set ${column} = (${column} || $2::jsonb) - $3::text[]
      where id = $1 returning length(${column}::text) as size`,
    [user.id, JSON.stringify(metadata), removed],
  );
  if (rows[0]!.size > MAX_METADATA) throw validationFailed('Too much metadata');
}

/** Bans for the given seconds from now; 0 lifts any ban, also that of a disabled account. */
async function ban(tx: pg.PoolClient, user: User, seconds: number): Promise<void> {
  const { rows } = await tx.query<{ last: boolean }>(
    `select private.other_superadmins($1) = 0
            and exists (select from public.user_roles where user_id = $1 and role = 'superadmin') as last`,
    [user.id],
  );
  if (seconds > 0 && rows[0]!.last) {
    throw new AuthError(409, 'conflict', 'The last superadmin cannot be banned');
  }
  await tx.query("update public.profiles set status = 'active' where id = $1", [user.id]);
  await tx.query(
    `update auth.users set banned_until = case when $2::float8 > 0 then now() + make_interval(secs => $2) end
      where id = $1`,
    [user.id, seconds],
  );
}
