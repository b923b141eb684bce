import type { Figure } from '../foundation/figures.ts';
import { loadTimes, quantile, type Target } from './load.ts';

const LIMIT = 1000;
const MEMBER_REQUESTS = 300;

/** Reads all rows by the cursor of each answer, one request after another. */
async function readAll(
  { url, headers }: Target,
  { isEnded = () => false, ids }: { isEnded?: () => boolean; ids?: Set<string> },
): Promise<number> {
  let rows = 0;
  let cursor: string | undefined;
  do {
    const body = JSON.stringify({ table: 'transactions', limit: LIMIT, cursor });
    const answer = await fetch(url, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    // Without parsing the rows, which would delay the member's requests in this process.
    const page = await answer.text();
    rows += Number(/^.*?"count":(\d+)/.exec(page.slice(0, 100))?.[1]);
    for (const [, id] of ids ? page.matchAll(/"txn_id":"([^"]+)"/g) : []) ids?.add(id!);
    cursor = /"next":"([^"]+)"\}$/.exec(page.slice(-300))?.[1];
  } while (cursor !== undefined && !isEnded());
  return rows;
}

/** Times a read of all rows by cursor, and a member's pages of 100 rows alone and beside one. */
export async function benchCursor({
  query,
  page,
  rows,
}: {
  query: Target;
  page: Target;
  rows: number;
}): Promise<Figure[]> {
  const begun = performance.now();
  const ids = new Set<string>();
  const read = await readAll(query, { ids });
  const seconds = (performance.now() - begun) / 1000;
  if (read < rows || ids.size !== read)
    throw new Error(`expected ${rows} rows, ${read} were read, ${ids.size} of them different`);
  const pages = () => loadTimes(page, { clients: 1, requests: MEMBER_REQUESTS });
  await pages();
  const alone = quantile(await pages(), 0.5);
  let isEnded = false;
  const reading = (async () => {
    while (!isEnded) await readAll(query, { isEnded: () => isEnded });
  })();
  const beside = quantile(await pages(), 0.5);
  isEnded = true;
  await reading;
  console.log(
    `  ${read} rows by cursor ${seconds.toFixed(1)} s; a member's p50 ${alone.toFixed(2)} ms alone, ${beside.toFixed(2)} ms meanwhile`,
  );
  return [
    {
      name: '1,000,000 rows by cursor',
      value: (seconds * 1e6) / read,
      unit: 's',
      floor: 120,
      aim: 60,
    },
    { name: "a member's p50 beside a cursor", value: beside / alone, unit: 'x', floor: 4, aim: 2 },
  ];
}
