import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { WebSocketServer } from 'ws';
import type { Platform } from '../gateway/context.ts';
import type { Notifications } from '../jobs/notifications.ts';
import type { RowReader } from '../rest/read-rows.ts';
import { CHANGES, readChange } from './changes.ts';
import type { Version } from './frames.ts';
import { type Peer, serveSocket } from './socket.ts';

const PATH = '/realtime/v1/websocket';
const MAX_SOCKETS = 2000;
const LONGEST_MESSAGE = 64 * 1024;

const RETRY_SECONDS = 10;

function refuse(socket: Duplex, status: string, error: string): void {
  const retry = status.startsWith('429') ? `retry-after: ${RETRY_SECONDS}\r\n` : '';
  const body = JSON.stringify({ error });
  socket.end(
    `HTTP/1.1 ${status}\r\n${retry}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

async function announcingTables({ database }: Platform): Promise<Set<string>> {
  const { rows } = await database.owner.query<{ name: string }>(
    `select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgfoid = 'realtime.announce'::regproc and c.relnamespace = 'public'::regnamespace`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * realtime/v1: sends the published client's subscribers the changes of announcing tables.
 * Connecting requires a key of the host; a channel's token and the row's policies decide what it
 * receives.
 */
export async function attachRealtime(
  app: FastifyInstance,
  options: { platform: Platform; rows: RowReader; notifications: Notifications },
): Promise<void> {
  const { platform, rows, notifications } = options;
  const parts = { platform, rows, tables: await announcingTables(platform) };
  const server = new WebSocketServer({ noServer: true, maxPayload: LONGEST_MESSAGE });
  const peers = new Set<Peer>();

  const stop = notifications.on(CHANGES, (payload) => {
    for (const peer of peers) {
      if (payload === '') peer.resync();
      else peer.hear(readChange(payload));
    }
  });

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    // Split manually: a client may send an invalid URL, and an error here would end the process.
    const [path, query = ''] = (request.url ?? '').split('?', 2);
    const parameters = new URLSearchParams(query);
    const key = parameters.get('apikey') ?? '';
    const version = parameters.get('vsn') ?? '2.0.0';
    if (path !== PATH) refuse(socket, '404 Not Found', 'Not found');
    else if (version !== '1.0.0' && version !== '2.0.0') {
      refuse(socket, '400 Bad Request', 'Unsupported protocol version');
    } else if (key !== platform.apiKeys.publishable && !platform.apiKeys.isSecret(key)) {
      refuse(socket, '401 Unauthorized', 'Invalid API key');
    } else if (peers.size >= MAX_SOCKETS) {
      refuse(socket, '429 Too Many Requests', 'Too many connections');
    } else {
      server.handleUpgrade(request, socket, head, (opened) => {
        const peer = serveSocket(opened, version as Version, { ...parts, apiKey: key });
        peers.add(peer);
        opened.on('close', () => peers.delete(peer));
      });
    }
  };
  app.server.on('upgrade', upgrade);
  app.addHook('preClose', async () => {
    stop();
    app.server.off('upgrade', upgrade);
    for (const client of server.clients) client.terminate();
    server.close();
  });
}
