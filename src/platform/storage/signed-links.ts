import type pg from 'pg';
import { type AccessClaims, anonymous, type Caller, type KeyClaims } from '../gateway/caller.ts';
import type { Platform } from '../gateway/context.ts';
import { captureStanding } from '../gateway/standing.ts';
import { TokenError } from '../gateway/token-error.ts';
import type { StorageContext } from './context.ts';
import { findObject, type ObjectRow } from './objects.ts';
import { storageErrors } from './storage-error.ts';

const DOWNLOAD = 'storage:download';
const UPLOAD = 'storage:upload';
const UPLOAD_SECONDS = 2 * 60 * 60;

async function open(
  platform: Platform,
  { purpose, token, url }: { purpose: string; token: unknown; url: string },
): Promise<Record<string, unknown>> {
  if (typeof token !== 'string' || token === '') {
    throw storageErrors.invalidRequest("querystring must have required property 'token'");
  }
  try {
    const claims = await platform.keys.verifyPurpose(purpose, token);
    if (claims.url !== url) throw storageErrors.invalidToken('The token belongs to another object');
    return claims;
  } catch (error) {
    if (error instanceof TokenError) throw storageErrors.invalidToken(error.message);
    throw error;
  }
}

/** Claims of the caller that a link acts for at its use. */
const claimsOf = (caller: Caller) => ({
  role: caller.role,
  claims: 'claims' in caller ? caller.claims : null,
});

function callerOf(opened: Record<string, unknown>): Caller {
  if (opened.role === 'service_role') return { role: 'service_role' };
  if (opened.role === 'authenticated') {
    return { role: 'authenticated', claims: opened.claims as AccessClaims, token: '' };
  }
  if (opened.role === 'key_holder') {
    return { role: 'key_holder', claims: opened.claims as KeyClaims };
  }
  if (opened.role === 'anon') return anonymous;
  throw storageErrors.invalidToken('The link was made by an earlier version: make a new one');
}

export function checkLifetime({ maxLinkSeconds }: StorageContext, seconds: number): void {
  if (seconds <= maxLinkSeconds) return;
  throw storageErrors.invalidRequest(
    `expiresIn: a link lasts at most ${maxLinkSeconds / 86_400} days (${maxLinkSeconds} seconds) here, not ${seconds} seconds. Ask for less, or raise MAX_LINK_DAYS.`,
  );
}

/**
 * Prepares the caller of download links in its transaction: with tenant and role, and a session
 * that is kept while the links are valid.
 */
export async function linkMaker(
  client: pg.ClientBase,
  caller: Caller,
  seconds: number,
): Promise<Caller> {
  if (caller.role === 'authenticated') {
    await client.query('select private.keep_session_for_links($1)', [seconds]);
  }
  return captureStanding(client, caller);
}

/**
 * Creates a link that lets anyone download the object until it expires, or until its maker loses
 * the session, the organization, the role or the right to read it. Clients encode the path: it must
 * not be encoded here.
 */
export async function signDownload(
  platform: Platform,
  bucket: string,
  name: string,
  { caller, expiresIn }: { caller: Caller; expiresIn: number },
): Promise<string> {
  const url = `${bucket}/${name}`;
  const token = await platform.keys.signPurpose(DOWNLOAD, { url, ...claimsOf(caller) }, expiresIn);
  return `/object/sign/${url}?token=${token}`;
}

export async function openDownload(
  platform: Platform,
  { token, bucket, name }: { token: unknown; bucket: string; name: string },
): Promise<{ object: ObjectRow | null; maker: Caller }> {
  const maker = callerOf(
    await open(platform, { purpose: DOWNLOAD, token, url: `${bucket}/${name}` }),
  );
  try {
    const object = await platform.database.asCaller(
      maker,
      (client) => findObject(client, bucket, name),
      { readOnly: true },
    );
    return { object, maker };
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string };
    if (code !== 'PT401' && code !== 'PT403') throw error;
    throw storageErrors.invalidToken(`The link ended with its maker's access: ${message}`);
  }
}

type UploadLink = { caller: Caller; upsert: boolean };

/**
 * Creates a link for one upload in the name of its creator. Policies are checked again at the
 * upload, so a link does not outlive its creator's session or rights.
 */
export async function signUpload(
  platform: Platform,
  bucket: string,
  name: string,
  { caller, upsert }: UploadLink,
): Promise<{ url: string; token: string }> {
  const url = `${bucket}/${name}`;
  const token = await platform.keys.signPurpose(
    UPLOAD,
    { url, upsert, ...claimsOf(caller) },
    UPLOAD_SECONDS,
  );
  return { url: `/object/upload/sign/${url}?token=${token}`, token };
}

export async function checkUpload(
  platform: Platform,
  { token, bucket, name }: { token: unknown; bucket: string; name: string },
): Promise<UploadLink> {
  const opened = await open(platform, { purpose: UPLOAD, token, url: `${bucket}/${name}` });
  return { caller: callerOf(opened), upsert: opened.upsert === true };
}
