import { createHash } from 'node:crypto';

type JobArray = {
  /** Where the plan is: a folder that all machines see, or an `s3://` address. */
  place: string;
  /** How many tasks the array has; the shards are dealt to them in their order. */
  tasks: number;
};

/** A start costs a second of the processor's time; this many rows some fifty. */
const ROWS_OF_A_TASK = 20_000_000;

/** How many tasks make a batch of so many shards and rows without much of their time going into starts. */
export const tasksFor = ({ shards, rows }: { shards: number; rows: number }): number =>
  Math.min(shards, Math.max(1, Math.ceil(rows / ROWS_OF_A_TASK)));

/** A word of a POSIX shell. */
const quote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** One line that hands the shards to Slurm, in the folder of the repository. npx would take as long again to start. */
export function slurmLine({ place, tasks }: JobArray): string {
  const task = `node_modules/.bin/node src/cli/sandbox.mjs shard run --store ${quote(place)} --tasks ${tasks}`;
  return `sbatch --array=0-${tasks - 1} --requeue --wrap ${quote(task)}`;
}

/** A container that may nothing but write where its store and its work folder are. */
const container = (image: string, { place, tasks }: JobArray) => ({
  name: 'shard',
  image,
  command: [
    ...['node', 'src/cli/sandbox.mjs', 'shard', 'run', '--store', place],
    ...['--tasks', String(tasks), '--work', '/work'],
  ],
  // Credentials as AWS's tools find them, where the service account has none.
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

/**
 * A Kubernetes Indexed Job (batch/v1) of one pod a task; a pod learns its task from JOB_COMPLETION_INDEX. Its name
 * follows from the place, so that the same batch is not handed over twice.
 */
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
