import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type pg from 'pg';
import { transaction } from '../platform/database/database.ts';
import { AppError } from '../shared/errors.ts';

export type ApiKeys = { publishable: string; isSecret: (key: string) => boolean };

const digest = (key: string) => createHash('sha256').update(key).digest();

/**
 * Opens the two API keys, created at first start. The secret one is stored as a hash; its
 * text is in an owner-only file, created by the first host and copied to others.
 */
export async function openApiKeys(owner: pg.Pool, secretFile: string): Promise<ApiKeys> {
  const stored = existsSync(secretFile) ? readFileSync(secretFile, 'utf8').trim() : null;
  if (stored !== null && !stored.startsWith('sb_secret_')) {
    throw new AppError(
      'bad_request',
      `${secretFile} contains no secret key. Secret keys start with sb_secret_.`,
    );
  }
  const keys = await transaction(owner, async (tx) => {
    await tx.query("select pg_advisory_xact_lock(hashtext('sandbox api keys'))");
    const read = async (name: string) =>
      (
        await tx.query<{ value: string }>('select value from private.secrets where name = $1', [
          name,
        ])
      ).rows[0]?.value;
    const keep = (name: string, value: string) =>
      tx.query('insert into private.secrets (name, value) values ($1, $2)', [name, value]);

    let publishable = await read('publishable_key');
    if (publishable === undefined) {
      publishable = `sb_publishable_${randomBytes(24).toString('base64url')}`;
      await keep('publishable_key', publishable);
    }
    let secretHash = await read('secret_key_sha256');
    if (secretHash === undefined) {
      const secret = stored ?? `sb_secret_${randomBytes(32).toString('base64url')}`;
      if (stored === null) writeFileSync(secretFile, `${secret}\n`, { mode: 0o600, flush: true });
      secretHash = digest(secret).toString('hex');
      await keep('secret_key_sha256', secretHash);
    }
    if (stored !== null && digest(stored).toString('hex') !== secretHash) {
      throw new AppError(
        'conflict',
        `The key in ${secretFile} does not match this database. Copy the file from the host that started first.`,
      );
    }
    return { publishable, secretHash: Buffer.from(secretHash, 'hex') };
  });
  return {
    publishable: keys.publishable,
    isSecret: (key) =>
      key.startsWith('sb_secret_') && timingSafeEqual(digest(key), keys.secretHash),
  };
}
