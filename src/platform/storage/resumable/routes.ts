import { randomUUID } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../gateway/caller.ts';
import { requireBucket } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { StorageError, storageErrors } from '../storage-error.ts';
import { rehearseStore, storeObject } from '../store-object.ts';
import { readBytes, readCreation } from './read-creation.ts';
import { openUnfinishedFiles, type Unfinished } from './unfinished-files.ts';

const VERSION = '1.0.0';
const PART = 'application/offset+octet-stream';
const HOURS = 24;
/** Files that one account may have begun. */
const MAX_UNFINISHED = 10;

type OfUpload = { Params: { id: string } };

const missing = () => new StorageError(404, 'not_found', 'NoSuchUpload', 'Upload not found', 404);
const locked = () =>
  new StorageError(423, 'Locked', 'ResourceLocked', 'Another part is on its way', 423);
const elsewhere = (offset: number) =>
  new StorageError(
    409,
    'invalid_request',
    'InvalidUploadOffset',
    `The file ends at ${offset}`,
    409,
  );

/** The account behind a request; the service has none. */
function ownerOf(caller: Caller): string | null {
  if (caller.role === 'anon') throw storageErrors.accessDenied('Sign in to upload in parts');
  return caller.role === 'authenticated' ? caller.claims.sub : null;
}

/** The bytes of one part, no more than the file still lacks. */
async function* partOf(request: FastifyRequest, room: number): AsyncGenerator<Uint8Array> {
  let left = room;
  try {
    for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
      left -= (chunk as Uint8Array).length;
      if (left < 0) throw storageErrors.tooLarge('More bytes came than upload-length said');
      yield chunk as Uint8Array;
    }
  } finally {
    request.raw.resume();
  }
}

/**
 * Uploads in parts (tus 1.0.0: core, creation, creation-with-upload, expiration, termination), resumed where they
 * stopped by the account that began them. The whole is then stored as any upload is: same limits, policies and checks,
 * under the rights that the account has at its end.
 */
export function resumableRoutes(context: StorageContext): FastifyPluginAsync {
  const { platform, uploads } = context;
  return async (app) => {
    if (uploads === undefined) return;
    const files = openUnfinishedFiles(uploads.folder, uploads.assertRoom);
    const busy = new Set<string>();
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));
    app.addHook('onSend', async (_request, reply) => {
      reply.header('tus-resumable', VERSION);
    });
    app.addHook('onRequest', async (request) => {
      if (request.headers['tus-resumable'] !== VERSION) {
        throw new StorageError(
          412,
          'invalid_request',
          'InvalidRequest',
          'tus 1.0.0 is spoken here',
          412,
        );
      }
    });

    const known = async (request: FastifyRequest<OfUpload>): Promise<Unfinished> => {
      const owner = ownerOf(request.caller);
      const found = await files.find(request.params.id);
      if (found === null || found.owner !== owner || Date.parse(found.expiresAt) < Date.now()) {
        throw missing();
      }
      return found;
    };
    /** One part of a file at a time. */
    const alone = async <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
      if (busy.has(id)) throw locked();
      busy.add(id);
      try {
        return await work();
      } finally {
        busy.delete(id);
      }
    };
    const targetOf = async (
      caller: Caller,
      upload: Pick<Unfinished, 'bucket' | 'name' | 'upsert'>,
    ) => ({
      caller,
      bucket: await requireBucket(platform.database.owner, upload.bucket),
      name: upload.name,
      upsert: upload.upsert,
    });
    /** Stores the file once all of it is there; what can't be stored is not kept, except while the server is at fault. */
    const finish = async (caller: Caller, upload: Unfinished): Promise<void> => {
      if (upload.offset < upload.length) return;
      try {
        const file = { ...upload, bytes: files.read(upload.id) };
        await storeObject(context, await targetOf(caller, upload), file);
      } catch (error) {
        if (error instanceof StorageError && error.statusCode < 500) await files.remove(upload.id);
        throw error;
      }
      await files.remove(upload.id);
    };
    const take = async (request: FastifyRequest, reply: FastifyReply, upload: Unfinished) => {
      const room = upload.length - upload.offset;
      const after = await files.append(upload, partOf(request, room));
      await finish(request.caller, after);
      reply.header('upload-offset', String(after.offset)).header('upload-expires', expiry(upload));
    };

    app.post('/upload/resumable', async (request, reply) => {
      const { caller } = request;
      const owner = ownerOf(caller);
      const creation = readCreation(request);
      const upsert = request.headers['x-upsert'] === 'true';
      const target = await targetOf(caller, { ...creation, upsert });
      const limit = target.bucket.file_size_limit ?? context.sizeLimit;
      if (creation.length > limit) throw storageErrors.tooLarge();
      await rehearseStore(context, target, creation);
      const begun = (await files.list()).filter((one) => one.owner === owner);
      if (begun.length >= MAX_UNFINISHED) {
        throw new StorageError(
          429,
          'too_many_requests',
          'TooManyUploads',
          `At most ${MAX_UNFINISHED} uploads are unfinished at a time: finish or end one`,
          429,
        );
      }
      const expiresAt = new Date(Date.now() + HOURS * 3_600_000).toISOString();
      const upload = { ...creation, id: randomUUID(), owner, upsert, offset: 0, expiresAt };
      await files.begin(upload);
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
      // All of it was there when the server stopped: stored now, before the client takes it for done.
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
        throw new StorageError(415, 'invalid_request', 'InvalidRequest', `A part is ${PART}`, 415);
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

    const sweep = async () => {
      for (const { id, expiresAt } of await files.list()) {
        if (Date.parse(expiresAt) < Date.now() && !busy.has(id)) await files.remove(id);
      }
    };
    const warn = (error: unknown) =>
      platform.log.warn({ err: error }, 'unfinished uploads could not be removed');
    const timer = setInterval(() => void sweep().catch(warn), 3_600_000).unref();
    app.addHook('onClose', async () => clearInterval(timer));
    void sweep().catch(warn);
  };
}

const expiry = ({ expiresAt }: Unfinished) => new Date(expiresAt).toUTCString();
