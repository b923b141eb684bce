import { setTimeout as sleep } from 'node:timers/promises';
import type { Sandbox } from '../../test/support/sandbox.ts';
import { type Figure, median } from './figures.ts';

const ROWS = 100;
const UPLOADS = 20;
/** Uploads until threads are loaded and their code is compiled. */
const WARM_UP = 5;

const KINDS = ['groceries', 'fuel', 'rent'];

const smallFile = () =>
  [
    'transaction_id,amount,currency,merchant_category,transaction_date,account_id',
    ...Array.from({ length: ROWS }, (_, i) =>
      [
        `T${1000 + i}`,
        (7.13 * i + 1).toFixed(2),
        'EUR',
        KINDS[i % 3],
        `2024-0${1 + (i % 9)}-1${i % 10}`,
        `A${i % 20}`,
      ].join(','),
    ),
    '',
  ].join('\n');

/** Uploads a file of 100 rows and returns the milliseconds to the answer and to its profile. */
async function uploadOnce({ url, publishableKey }: Sandbox, token: string, file: string) {
  const headers = { apikey: publishableKey, authorization: `Bearer ${token}` };
  const form = new FormData();
  form.set('file', new Blob([file], { type: 'text/csv' }), 'small.csv');
  form.set('columns', 'as-is');
  const begun = performance.now();
  const answer = await fetch(`${url}/functions/v1/parse-ingested-file`, {
    method: 'POST',
    headers,
    body: form,
  });
  const body = (await answer.json()) as { manifest_id: string };
  if (!answer.ok) throw new Error(JSON.stringify(body));
  const answered = performance.now() - begun;
  const stored = `${url}/rest/v1/ingestion_manifests?id=eq.${body.manifest_id}&select=profile`;
  for (;;) {
    const rows = (await (await fetch(stored, { headers })).json()) as { profile: unknown }[];
    if (rows[0]?.profile) return { answered, profiled: performance.now() - begun };
    await sleep(5);
  }
}

/** Times uploads of 100 rows until they are profiled, one after another. */
export async function benchSmallUpload(sandbox: Sandbox, token: string): Promise<Figure[]> {
  const times: Awaited<ReturnType<typeof uploadOnce>>[] = [];
  for (let i = 0; i < UPLOADS + WARM_UP; i++) {
    times.push(await uploadOnce(sandbox, token, smallFile()));
    await sleep(100);
  }
  const counted = times.slice(WARM_UP);
  const answered = median(counted.map((time) => time.answered));
  const profiled = median(counted.map((time) => time.profiled));
  console.log(
    `  upload of ${ROWS} rows ${answered.toFixed(0)} ms to the answer, ${profiled.toFixed(0)} ms to its profile`,
  );
  return [{ name: `${ROWS} rows to profiled`, value: profiled, unit: 'ms', floor: 200, aim: 100 }];
}
