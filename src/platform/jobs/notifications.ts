import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

export type Notifications = {
  /** Calls `heard` with each payload of the channel; returns a function that unsubscribes. */
  on: (channel: string, heard: (payload: string) => void) => () => void;
  close: () => Promise<void>;
};

/**
 * Listens on one connection. After an automatic reconnect it calls every listener with an empty
 * payload, so that listeners check for missed changes.
 */
export async function openNotifications(url: string, channels: string[]): Promise<Notifications> {
  const listeners = new Map<string, Set<(payload: string) => void>>();
  let closed = false;
  let client: pg.Client;

  const tell = (channel: string, payload: string) => {
    for (const heard of listeners.get(channel) ?? []) heard(payload);
  };
  const connect = async () => {
    client = new pg.Client({
      connectionString: url,
      application_name: 'sandbox notifications',
      keepAlive: true,
    });
    client.on('notification', (note) => tell(note.channel, note.payload ?? ''));
    client.on('error', () => {});
    await client.connect();
    for (const channel of channels) {
      await client.query(`listen ${client.escapeIdentifier(channel)}`);
    }
    // Only from here on: a failed attempt also ends, and its caller retries.
    client.on('end', () => {
      if (!closed) void reconnect();
    });
  };
  const reconnect = async () => {
    for (let wait = 200; !closed; wait = Math.min(wait * 2, 5000)) {
      await sleep(wait);
      try {
        await connect();
        for (const channel of channels) tell(channel, '');
        return;
      } catch {
        // Not back yet: the next round retries.
      }
    }
  };

  await connect();
  return {
    on: (channel, heard) => {
      const set = listeners.get(channel) ?? new Set();
      listeners.set(channel, set);
      set.add(heard);
      return () => set.delete(heard);
    },
    close: async () => {
      closed = true;
      await client.end().catch(() => {});
    },
  };
}
