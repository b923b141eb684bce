import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../../src/platform/gateway/free-port.ts';
import { findSeaweed } from './find-seaweed.ts';

export type ObjectStore = {
  /** Returns a value for STORAGE_URL with this prefix. */
  url: (prefix: string) => string;
  /** Variables that locate the credentials, as for AWS's tools. */
  env: Record<string, string>;
  close: () => Promise<void>;
};

const BUCKET = 'sandbox-files';
const env = { AWS_ACCESS_KEY_ID: 'sandbox', AWS_SECRET_ACCESS_KEY: 'sandbox-secret' };
const ACTIONS = ['Admin', 'Read', 'Write', 'List', 'Tagging'];

const weed = findSeaweed();
if (weed === null) {
  process.stderr.write(
    'No SeaweedFS found, and none to be had from PyPI: tests of the object store are skipped.\n',
  );
}
export const hasObjectStore = weed !== null;

async function makeBucket(endpoint: string): Promise<void> {
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY },
  });
  for (let remaining = 120; ; remaining--) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
      return;
    } catch (error) {
      if (remaining === 0) throw error;
      await sleep(250);
    }
  }
}

export async function startObjectStore(): Promise<ObjectStore> {
  const folder = mkdtempSync(join(tmpdir(), 'object store '));
  const ports = await Promise.all(Array.from({ length: 8 }, freePort));
  const config = join(folder, 's3.json');
  const credentials = [{ accessKey: env.AWS_ACCESS_KEY_ID, secretKey: env.AWS_SECRET_ACCESS_KEY }];
  writeFileSync(
    config,
    JSON.stringify({ identities: [{ name: 'sandbox', credentials, actions: ACTIONS }] }),
  );
  const names = ['master.port', 'volume.port', 'filer.port', 's3.port'];
  const args = names.flatMap((name, i) => [
    `-${name}=${ports[2 * i]}`,
    `-${name}.grpc=${ports[2 * i + 1]}`,
  ]);
  const child: ChildProcess = spawn(
    weed!,
    [
      'server',
      '-ip=127.0.0.1',
      '-ip.bind=127.0.0.1',
      `-dir=${folder}`,
      '-master.volumeSizeLimitMB=64',
      '-volume.max=100',
      '-filer',
      '-s3',
      `-s3.config=${config}`,
      ...args,
    ],
    { cwd: folder, stdio: 'ignore' },
  );
  const endpoint = `http://127.0.0.1:${ports[6]}`;
  await makeBucket(endpoint);
  Object.assign(process.env, env);
  return {
    url: (prefix) => `s3://${BUCKET}/${prefix}?endpoint=${endpoint}`,
    env,
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
