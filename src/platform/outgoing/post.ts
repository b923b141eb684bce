import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { AppError } from '../../shared/errors.ts';
import { hostRule, isPublicAddress } from './allowed-hosts.ts';

const TIMEOUT_MS = 10_000;

/** Resolves names to public addresses only, in the connection itself, so that no later answer differs. */
const lookupPublic: LookupFunction = (hostname, options, done) =>
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0);
    const refused = found.find(({ address }) => !isPublicAddress(address));
    if (refused !== undefined || found.length === 0) {
      return done(new Error(`${hostname} has the private address ${refused?.address}`), '', 0);
    }
    if (options.all) return (done as (error: null, all: typeof found) => void)(null, found);
    done(null, found[0]!.address, found[0]!.family);
  });

/**
 * Parses an address that the server may call.
 * @param hosts names that the operator configured
 * @throws AppError with the reason of a refusal
 */
export function parseTarget(text: string, hosts: readonly string[]) {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash) {
    throw new AppError('bad_request', 'url: expected http(s)://host/path without a password.');
  }
  const rule = hostRule(url.hostname, hosts);
  if (rule === 'refused') {
    throw new AppError(
      'forbidden',
      `This server may not call ${url.hostname}. The operator allows hosts in WEBHOOK_HOSTS.`,
    );
  }
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  if (rule === 'pattern' && url.protocol !== 'https:') {
    throw new AppError('bad_request', `url: expected https for ${url.hostname}.`);
  }
  if (rule === 'pattern' && isIP(literal) > 0 && !isPublicAddress(literal)) {
    throw new AppError('forbidden', `${literal} is a private address; WEBHOOK_HOSTS must name it.`);
  }
  return { url, rule };
}

/** Posts JSON to an allowed address. Redirects are not followed; the answer's body is discarded. */
export async function postJson(
  target: string,
  { hosts, headers, body }: { hosts: readonly string[]; headers: object; body: string },
): Promise<number> {
  const { url, rule } = parseTarget(target, hosts);
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          ...headers,
        },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(rule === 'pattern' && { lookup: lookupPublic }),
      },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
