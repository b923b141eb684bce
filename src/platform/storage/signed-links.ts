import type { AccessClaims, Caller } from '../gateway/caller.ts';
import type { Platform } from '../gateway/context.ts';
import { TokenError } from '../gateway/token-error.ts';
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

/**
 * Creates a link that lets anyone download the object until it expires, or until the sharing
 * account is disabled or deleted. Clients encode the path: it must not be encoded here.
 */
export async function signDownload(
  platform: Platform,
  bucket: string,
  name: string,
  { caller, expiresIn }: { caller: Caller; expiresIn: number },
): Promise<string> {
  const url = `${bucket}/${name}`;
  const lender = caller.role === 'authenticated' ? { lender: caller.claims.sub } : {};
  const token = await platform.keys.signPurpose(DOWNLOAD, { url, ...lender }, expiresIn);
  return `/object/sign/${url}?token=${token}`;
}

export async function checkDownload(
  platform: Platform,
  { token, bucket, name }: { token: unknown; bucket: string; name: string },
): Promise<{ lender: string | null }> {
  const { lender } = await open(platform, { purpose: DOWNLOAD, token, url: `${bucket}/${name}` });
  if (lender === undefined) return { lender: null };
  const { rowCount } = await platform.database.owner.query(
    'select from auth.users where id = $1 and (banned_until is null or banned_until <= now())',
    [lender],
  );
  if (rowCount === 0)
    throw storageErrors.invalidToken('The account that created the link was disabled');
  return { lender: String(lender) };
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
  const claims = caller.role === 'authenticated' ? caller.claims : null;
  const token = await platform.keys.signPurpose(
    UPLOAD,
    { url, upsert, role: caller.role, claims },
    UPLOAD_SECONDS,
  );
  return { url: `/object/upload/sign/${url}?token=${token}`, token };
}

export async function checkUpload(
  platform: Platform,
  { token, bucket, name }: { token: unknown; bucket: string; name: string },
): Promise<UploadLink> {
  const opened = await open(platform, { purpose: UPLOAD, token, url: `${bucket}/${name}` });
  const upsert = opened.upsert === true;
  if (opened.role === 'service_role') return { caller: { role: 'service_role' }, upsert };
  if (opened.role === 'authenticated') {
    const claims = opened.claims as AccessClaims;
    return { caller: { role: 'authenticated', claims, token: '' }, upsert };
  }
  return { caller: { role: 'anon' }, upsert };
}
