import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';

export type SecurityEvent = {
  at: string;
  action: string;
  actor_email: string | null;
  address: string | null;
  agent: string | null;
  detail: Record<string, unknown>;
};

export const securityEventsQuery = (userId: string | null = null) =>
  queryOptions({
    queryKey: ['account', 'events', userId],
    queryFn: async (): Promise<SecurityEvent[]> =>
      unwrap(
        await (await openClient()).rpc(
          'list_security_events',
          userId === null ? {} : { p_user_id: userId },
        ),
      ) as SecurityEvent[],
  });
