import { PgBoss } from 'pg-boss';

/** All long work goes through one queue; the `runs` row says what it is. */
export const QUEUE = 'runs';

/** Calls for help with a run that is under way; who has time takes a part of it over. */
export const HELP_QUEUE = 'help';

/** Seconds without a sign of life after which another worker takes a job up again. */
const HEARTBEAT_SECONDS = 10;

/** A pg-boss instance; `listening` for those that take work, plain for those that only send it. */
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
