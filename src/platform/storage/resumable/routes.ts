import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { captureStanding, standingOf } from '../../gateway/standing.ts';
import type { StorageContext } from '../context.ts';
import { StorageError, storageErrors } from '../storage-error.ts';
import { rehearseStore } from '../store-object.ts';
import { readBytes, readCreation } from './read-creation.ts';
import { expiry, ownerOf, resumableUploads } from './resumable-uploads.ts';
import { openUnfinishedFiles } from './unfinished-files.ts';

const VERSION = '1.0.0';
const EXTENSIONS = 'creation,creation-with-upload,expiration,termination';
const PART = 'application/offset+octet-stream';
const HOURS = 24;
const SWEEP_MS = 60_000;

type OfUpload = { Params: { id: string } };

const elsewhere = (offset: number) =>
  new StorageError(
    409,
    'invalid_request',
    'InvalidUploadOffset',
    `Expected upload-offset ${offset}`,
    409,
  );

/**
 * Resumable uploads (tus 1.0.0: core, creation, creation-with-upload, expiration, termination),
 * resumed by the account that created them. `storeObject` stores a complete file like any upload,
 * with its limits, policies and checks, under the account's rights at that time.
 */
export function resumableRoutes(context: StorageContext): FastifyPluginAsync {
  const { platform, uploads } = context;
  return async (app) => {
    if (uploads === undefined) return;
    const files = openUnfinishedFiles(uploads.folder, uploads.assertRoom);
    const { begin, known, alone, targetOf, finish, take, sweep } = resumableUploads(context, files);
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.addHook('onSend', async (request, reply) => {
      reply.header('tus-resumable', VERSION);
      if (request.method !== 'OPTIONS') return;
      reply.header('tus-version', VERSION).header('tus-extension', EXTENSIONS);
    });
    // Answered before, with the headers above.
    for (const path of ['/upload/resumable', '/upload/resumable/:id']) {
      app.options(path, async (_request, reply) => reply.code(204).send());
    }
    app.addHook('onRequest', async (request) => {
      if (request.headers['tus-resumable'] !== VERSION) {
        throw new StorageError(
          412,
          'invalid_request',
          'InvalidRequest',
          'Only tus 1.0.0 is supported',
          412,
        );
      }
    });

    app.post('/upload/resumable', async (request, reply) => {
      const { caller } = request;
      const owner = ownerOf(caller);
      const creation = readCreation(request);
      const upsert = request.headers['x-upsert'] === 'true';
      const target = await targetOf(caller, { ...creation, upsert });
      const limit = target.bucket.file_size_limit ?? context.sizeLimit;
      if (creation.length > limit) throw storageErrors.tooLarge();
      await rehearseStore(context, target, creation);
      const standing = standingOf(
        await platform.database.asCaller(caller, (client) => captureStanding(client, caller)),
      );
      const expiresAt = new Date(Date.now() + HOURS * 3_600_000).toISOString();
      const upload = {
        ...creation,
        ...(standing && { standing }),
        id: randomUUID(),
        owner,
        upsert,
        offset: 0,
        expiresAt,
      };
      await begin(upload);
      reply.code(201).header('location', `${request.url.split('?')[0]}/${upload.id}`);
      await alone(upload.id, () =>
        request.headers['content-type'] === PART || upload.length === 0
          ? take(request, reply, upload)
          : Promise.resolve(),
      );
      return reply.header('upload-expires', expiry(upload)).send();
    });

    app.head<OfUpload>('/upload/resumable/:id', async (request, reply) => {
      const upload = await known(request);
      // All bytes had arrived when the server stopped: store them before reporting success.
      await alone(upload.id, () => finish(request.caller, upload));
      return reply
        .headers({
          'upload-offset': String(upload.offset),
          'upload-length': String(upload.length),
          'upload-expires': expiry(upload),
          'cache-control': 'no-store',
        })
        .send();
    });

    app.patch<OfUpload>('/upload/resumable/:id', async (request, reply) => {
      const { id } = await known(request);
      if (request.headers['content-type'] !== PART) {
        throw new StorageError(
          415,
          'invalid_request',
          'InvalidRequest',
          `Expected content-type ${PART}`,
          415,
        );
      }
      const offset = readBytes(request, 'upload-offset');
      await alone(id, async () => {
        const upload = await known(request);
        if (upload.offset !== offset) throw elsewhere(upload.offset);
        await take(request, reply, upload);
      });
      return reply.code(204).send();
    });

    app.delete<OfUpload>('/upload/resumable/:id', async (request, reply) => {
      const { id } = await known(request);
      await alone(id, () => files.remove(id));
      return reply.code(204).send();
    });

    const warn = (error: unknown) =>
      platform.log.warn({ err: error }, 'unfinished uploads could not be removed');
    const timer = setInterval(() => void sweep().catch(warn), SWEEP_MS).unref();
    app.addHook('onClose', async () => clearInterval(timer));
    void sweep().catch(warn);
  };
}
