import { createHash } from 'node:crypto';

type JobArray = {
  /** Folder with the plan: shared by all machines, or an `s3://` address. */
  place: string;
  tasks: number;
};

/** Rows per task: about fifty CPU seconds, against one second for starting. */
const ROWS_OF_A_TASK = 20_000_000;

/** Returns the number of tasks that keeps start-up costs low. */
export const tasksFor = ({ shards, rows }: { shards: number; rows: number }): number =>
  Math.min(shards, Math.max(1, Math.ceil(rows / ROWS_OF_A_TASK)));

const quote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns the sbatch command for the repository's folder; node, since npx is slow to start. */
export function slurmLine({ place, tasks }: JobArray): string {
  const task = `node_modules/.bin/node src/cli/sandbox.mjs shard run --store ${quote(place)} --tasks ${tasks}`;
  return `sbatch --array=0-${tasks - 1} --requeue --wrap ${quote(task)}`;
}

/** Builds a container that can write only to its store and work folder. */
const container = (image: string, { place, tasks }: JobArray) => ({
  name: 'shard',
  image,
  command: [
    ...['node', 'src/cli/sandbox.mjs', 'shard', 'run', '--store', place],
    ...['--tasks', String(tasks), '--work', '/work'],
  ],
  // Standard AWS credentials, if the service account has none.
  envFrom: [{ secretRef: { name: 'sandbox-object-store', optional: true } }],
  resources: {
    requests: { cpu: '1', memory: '1Gi', 'ephemeral-storage': '2Gi' },
    limits: { memory: '2Gi' },
  },
  securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
  volumeMounts: [{ name: 'work', mountPath: '/work' }],
});

const MAX_PODS_AT_ONCE = 64;
const USER = 1000;

/** Builds an Indexed Job (batch/v1), one pod per task, named after the place: no duplicates. */
export function kubernetesJob({ image, ...array }: JobArray & { image: string }) {
  const { place, tasks } = array;
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: `sandbox-shards-${createHash('sha256').update(place).digest('hex').slice(0, 12)}`,
      labels: { 'app.kubernetes.io/name': 'synthetic-banking-sandbox' },
    },
    spec: {
      completionMode: 'Indexed',
      completions: tasks,
      parallelism: Math.min(tasks, MAX_PODS_AT_ONCE),
      backoffLimitPerIndex: 3,
      ttlSecondsAfterFinished: 86_400,
      template: {
        spec: {
          restartPolicy: 'Never',
          securityContext: {
            runAsNonRoot: true,
            runAsUser: USER,
            fsGroup: USER,
            seccompProfile: { type: 'RuntimeDefault' },
          },
          containers: [container(image, array)],
          volumes: [{ name: 'work', emptyDir: {} }],
        },
      },
    },
  };
}
