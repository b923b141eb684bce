import { parseArgs } from 'node:util';
import { refused } from '../terminal/arguments.ts';
import { printSummary } from '../terminal/print-summary.ts';
import { onServer, type Server } from './server.ts';

const options = {
  events: { type: 'string' },
  environment: { type: 'string' },
  delivery: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

const parse = (args: string[]) => parseArgs({ args, options, allowPositionals: true });
type Values = ReturnType<typeof parse>['values'];
type Shown = Record<string, unknown>;
type Verb = (server: Server, named: string, values: Values) => Promise<Shown | Shown[]>;

const VERBS: Record<string, Verb> = {
  create: (server, url, { events, environment }) =>
    server.call('create-webhook', {
      url,
      ...(events && { events: events.split(',') }),
      ...(environment && { environment }),
    }),
  list: (server) =>
    server.rows<Shown>('webhooks', {
      select: 'id,url,events,environment_id,created_at',
      order: 'url',
    }),
  deliveries: (server, id) =>
    server.rows<Shown>('webhook_deliveries', {
      select: 'id,event,created_at,attempts,next_attempt_at,delivered_at,last_status,last_error',
      webhook_id: `eq.${id}`,
      order: 'created_at.desc',
    }),
  replay: (server, id, { delivery }) =>
    server.call('replay-webhook', { id, ...(delivery && { delivery }) }),
  delete: (server, id) => server.call('delete-webhook', { id }),
};

const lineOf = (shown: Shown): string =>
  Object.entries(shown)
    .map(([name, value]) => `${name} ${Array.isArray(value) ? value.join(',') : (value ?? '-')}`)
    .join('  ');

export const webhookCommand = ([verb = '', ...args]: string[]): Promise<number> =>
  onServer(`webhook ${verb}`, async (server) => {
    const run = VERBS[verb];
    if (run === undefined) throw refused(`Expected one of ${Object.keys(VERBS).join(', ')}.`);
    const { values, positionals } = parse(args);
    const [named, ...more] = positionals;
    if (more.length > 0 || (named === undefined) !== (verb === 'list'))
      throw refused(verb === 'create' ? 'Expected one URL.' : 'Expected the id of a webhook.');
    const answer = await run(server, named ?? '', values);
    printSummary(answer, values.json, (shown) => [shown].flat().map(lineOf));
  });
