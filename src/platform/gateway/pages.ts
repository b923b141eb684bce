import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Adds script links to a page, so that they load in parallel. */
const withScripts = (index: string, files: readonly string[]): string =>
  index.replace(
    '</head>',
    `${files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">\n`).join('')}</head>`,
  );

const MAX_CONFIG_WAIT_MS = 500;

/** Bounds the wait for the configuration, so that pages load even while the database is away. */
async function withTimeout(config: Promise<object>): Promise<object> {
  const waiting = new AbortController();
  const late = sleep(MAX_CONFIG_WAIT_MS, undefined, { signal: waiting.signal }).then(() => {
    throw new Error('Timeout reading the configuration.');
  });
  return Promise.race([config, late]).finally(() => waiting.abort());
}

/** Embeds the configuration as a data block; browsers do not execute it. */
const withConfig = (html: string, config: object): string => {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  const block = `<script type="application/json" id="config">${json}</script>`;
  return html.replace('</head>', () => `${block}\n</head>`);
};

/**
 * Serves the built web pages. Unknown paths answer 404 with the application, which shows the error.
 *
 * @param options.mark word on every page, such as Demo; null for none
 * @param options.pages paths, each with the additional scripts of its page
 * @param options.config the host's configuration, embedded in every page; a page without it fetches
 * it
 */
export async function servePages(
  app: FastifyInstance,
  options: {
    folder: string;
    mark: string | null;
    pages: ReadonlyMap<string, readonly string[]>;
    config: () => Promise<object>;
  },
): Promise<void> {
  const html = await readFile(join(options.folder, 'index.html'), 'utf8');
  const { mark } = options;
  const index = mark === null ? html : html.replace('<html', `<html data-mark="${mark}"`);
  const application = async (reply: FastifyReply, status: number, html: string) => {
    const config = await withTimeout(options.config()).catch((error: unknown) => {
      reply.log.warn({ err: error }, 'a page was sent without its configuration');
    });
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(config ? withConfig(html, config) : html);
  };
  const hashed = join(options.folder, 'assets') + sep;

  await app.register(fastifyStatic, {
    root: options.folder,
    index: false,
    wildcard: false,
    // The build adds Brotli and gzip variants where they are smaller.
    preCompressed: true,
    setHeaders: (reply, path) => {
      const age = path.startsWith(hashed) ? 'max-age=31536000, immutable' : 'max-age=3600';
      reply.header('cache-control', `public, ${age}`);
    },
  });
  for (const [path, files] of options.pages) {
    const page = withScripts(index, files);
    app.get(path, async (_request, reply) => application(reply, 200, page));
  }
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage =
      request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!wantsPage) return reply.code(404).send({ error: 'Not found', code: 'not_found' });
    request.log.warn({ path: request.url.split('?')[0] }, 'unknown page');
    return application(reply, 404, index);
  });
}
