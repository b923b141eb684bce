import { PgBoss } from 'pg-boss';

/** The one queue of all runs; the `runs` row has the kind. */
export const QUEUE = 'runs';

/** Queue of requests for help with a running run; idle workers take over parts. */
export const HELP_QUEUE = 'help';

/** Seconds without a heartbeat after which another worker claims a job. */
const HEARTBEAT_SECONDS = 10;

export async function openBoss(
  ownerUrl: string,
  options: { listening: boolean; onError: (error: Error) => void },
): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: 'pgboss',
    application_name: 'sandbox jobs',
    max: 4,
    supervise: options.listening,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    schedule: false,
    useListenNotify: options.listening,
  });
  boss.on('error', options.onError);
  await boss.start();
  const policy = {
    notify: true,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: 12 * 3600,
    retryLimit: 4,
    retryDelay: 0,
  };
  for (const queue of [QUEUE, HELP_QUEUE]) {
    if (await boss.getQueue(queue)) await boss.updateQueue(queue, policy);
    else await boss.createQueue(queue, policy);
  }
  return boss;
}
