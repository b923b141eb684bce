import { createHash } from 'node:crypto';

type JobArray = {
  /** Where the plan is: a folder that all machines see, or an `s3://` address. */
  place: string;
  shards: number;
};

/** A word of a POSIX shell. */
const quote = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

/** One line that hands the shards to Slurm, in the folder of the repository. */
export function slurmLine({ place, shards }: JobArray): string {
  const task = `npx --no-install sandbox shard run --store ${quote(place)}`;
  return `sbatch --array=0-${shards - 1} --requeue --wrap ${quote(task)}`;
}

/** A container that may nothing but write where its store and its work folder are. */
const container = (image: string, place: string) => ({
  name: 'shard',
  image,
  command: ['node', 'src/cli/sandbox.mjs', 'shard', 'run', '--store', place, '--work', '/work'],
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
 * A Kubernetes Indexed Job (batch/v1) of one pod a shard; a pod learns its shard from JOB_COMPLETION_INDEX. Its name
 * follows from the place, so that the same batch is not handed over twice.
 */
export function kubernetesJob({ place, shards, image }: JobArray & { image: string }) {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: `sandbox-shards-${createHash('sha256').update(place).digest('hex').slice(0, 12)}`,
      labels: { 'app.kubernetes.io/name': 'synthetic-banking-sandbox' },
    },
    spec: {
      completionMode: 'Indexed',
      completions: shards,
      parallelism: Math.min(shards, MAX_PODS_AT_ONCE),
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
          containers: [container(image, place)],
          volumes: [{ name: 'work', emptyDir: {} }],
        },
      },
    },
  };
}
