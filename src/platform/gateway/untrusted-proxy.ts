import type { FastifyInstance } from 'fastify';

/**
 * Says once that a proxy is in front which the host is not configured to trust: all its clients then share one address, and
 * with it their limits. A client that sends the header without a proxy causes the line too, once.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let warned = false;
  app.addHook('onRequest', async (request) => {
    if (warned || request.headers['x-forwarded-for'] === undefined) return;
    // The header counts only from a trusted peer; then it adds addresses to the peer's own.
    if ((request.ips?.length ?? 0) > 1) return;
    warned = true;
    request.log.warn(
      { peer: request.socket.remoteAddress },
      'X-Forwarded-For from a peer that TRUST_PROXY does not name: its clients count as one address. Set TRUST_PROXY if this is your proxy.',
    );
  });
}
