import { AppError } from '../../../shared/errors.ts';

export type ObjectLocation = {
  bucket: string;
  /** Empty, or segments that end with a slash. */
  prefix: string;
  endpoint: string | undefined;
  region: string | undefined;
};

const PARAMETERS = ['endpoint', 'region'];
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

const wrong = (reason: string) => new AppError('bad_request', `STORAGE_URL: ${reason}`);

/** Parses `s3://bucket/prefix?endpoint=https://…&region=…`. Credentials are not accepted in it. */
export function parseStorageUrl(text: string): ObjectLocation {
  if (!URL.canParse(text) || !text.startsWith('s3://')) {
    throw wrong('must be an address such as s3://bucket/prefix?endpoint=https://…&region=…');
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw wrong(
      'must not contain credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead',
    );
  }
  if (!BUCKET.test(url.hostname)) throw wrong(`'${url.hostname}' is not a valid bucket name`);
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw wrong(`'${unknown}' is not a known parameter; expected ${PARAMETERS.join(' or ')}`);
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  if (endpoint !== undefined && !/^https?:\/\//.test(endpoint)) {
    throw wrong('endpoint must start with https:// or http://');
  }
  const prefix = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region: url.searchParams.get('region') ?? undefined,
  };
}

export function formatStorageUrl(
  { bucket, prefix, endpoint, region }: ObjectLocation,
  folder: string,
): string {
  const url = new URL(`s3://${bucket}/${prefix}${folder}`);
  if (endpoint !== undefined) url.searchParams.set('endpoint', endpoint);
  if (region !== undefined) url.searchParams.set('region', region);
  return url.href;
}
