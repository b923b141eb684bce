import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CONFIG = `
[req]
distinguished_name = dn
[dn]
[ca]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
[stamper]
basicConstraints = CA:false
extendedKeyUsage = critical, timeStamping
[plain]
basicConstraints = CA:false
[tsa]
default_tsa = tsa_config
[tsa_config]
serial = serial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`;

export type TimeAuthority = {
  authority: string;
  folder: string;
  stamp: (request: Uint8Array) => Buffer;
  close: () => void;
};

export function openTimeAuthority(): TimeAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-tsa-'));
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  writeFileSync(join(folder, 'tsa.cnf'), CONFIG);
  writeFileSync(join(folder, 'serial'), '01');
  const key = ['-newkey', 'rsa:2048', '-nodes', '-config', 'tsa.cnf', '-days', '30'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=Test CA',
    '-extensions',
    'ca',
  );
  openssl(
    'req',
    ...key.slice(0, -2),
    '-keyout',
    'tsa.key',
    '-out',
    'tsa.csr',
    '-subj',
    '/CN=Test stamper',
  );
  openssl(
    'x509',
    '-req',
    '-in',
    'tsa.csr',
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca.key',
    '-CAcreateserial',
    '-out',
    'tsa.pem',
    '-days',
    '30',
    '-extfile',
    'tsa.cnf',
    '-extensions',
    'stamper',
  );
  return {
    authority: readFileSync(join(folder, 'ca.pem'), 'utf8'),
    folder,
    stamp: (request) => {
      writeFileSync(join(folder, 'request.tsq'), request);
      openssl(
        'ts',
        '-reply',
        '-config',
        'tsa.cnf',
        '-queryfile',
        'request.tsq',
        '-signer',
        'tsa.pem',
        '-inkey',
        'tsa.key',
        '-chain',
        'ca.pem',
        '-out',
        'reply.tsr',
      );
      return readFileSync(join(folder, 'reply.tsr'));
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
export async function serveTimeAuthority(
  authority: TimeAuthority,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.setHeader('content-type', 'application/timestamp-reply');
    response.end(authority.stamp(Buffer.concat(chunks)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
