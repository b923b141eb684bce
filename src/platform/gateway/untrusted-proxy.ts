import type { FastifyInstance } from 'fastify';

/** Warns once about an untrusted proxy, whose clients then share one address and its limits. */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let warned = false;
  app.addHook('onRequest', async (request) => {
    if (warned || request.headers['x-forwarded-for'] === undefined) return;
    // The header is read only from a trusted peer; then it adds addresses to the peer's own.
    if ((request.ips?.length ?? 0) > 1) return;
    warned = true;
    request.log.warn(
      { peer: request.socket.remoteAddress },
      'X-Forwarded-For from a peer that is not in TRUST_PROXY: all its clients count as one address. Set TRUST_PROXY if this is your proxy.',
    );
  });
}
