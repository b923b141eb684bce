import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../gateway/caller.ts';
import { withStanding } from '../../gateway/standing.ts';
import { createSlots } from '../../jobs/slots.ts';
import { requireBucket } from '../buckets.ts';
import type { StorageContext } from '../context.ts';
import { StorageError, storageErrors } from '../storage-error.ts';
import { storeObject } from '../store-object.ts';
import type { Unfinished, UnfinishedFiles } from './unfinished-files.ts';

const missing = () => new StorageError(404, 'not_found', 'NoSuchUpload', 'Upload not found', 404);
const locked = () =>
  new StorageError(
    423,
    'Locked',
    'ResourceLocked',
    'Another part of this upload is in progress',
    423,
  );

const MAX_UNFINISHED = 10;
const tooMany = () =>
  new StorageError(
    429,
    'too_many_requests',
    'TooManyUploads',
    `At most ${MAX_UNFINISHED} unfinished uploads are allowed: complete or cancel one`,
    429,
  );

export function ownerOf(caller: Caller): string | null {
  if (caller.role === 'anon') throw storageErrors.accessDenied('Sign in to upload in parts');
  return 'claims' in caller ? caller.claims.sub : null;
}

async function* partOf(request: FastifyRequest, room: number): AsyncGenerator<Uint8Array> {
  let remaining = room;
  try {
    for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
      remaining -= (chunk as Uint8Array).length;
      if (remaining < 0) throw storageErrors.tooLarge('Received more bytes than upload-length');
      yield chunk as Uint8Array;
    }
  } finally {
    request.raw.resume();
  }
}

export const expiry = ({ expiresAt }: Unfinished) => new Date(expiresAt).toUTCString();

export function resumableUploads(context: StorageContext, files: UnfinishedFiles) {
  const busy = new Set<string>();
  const oneByOne = createSlots(1);
  /** Refuses an account that is disabled, signed out, moved, or without the role it began with. */
  const admit = (caller: Caller, { standing }: Pick<Unfinished, 'standing'>) =>
    context.platform.database.asCaller(withStanding(caller, standing), async () => {}, {
      readOnly: true,
    });
  const findOwn = async (
    request: FastifyRequest<{ Params: { id: string } }>,
  ): Promise<Unfinished> => {
    const owner = ownerOf(request.caller);
    const upload = await files.find(request.params.id);
    if (upload === null || upload.owner !== owner || Date.parse(upload.expiresAt) < Date.now()) {
      throw missing();
    }
    await admit(request.caller, upload);
    return upload;
  };
  /** Begins an upload, one at a time: the limit holds for parallel requests too. */
  const begin = (upload: Unfinished): Promise<void> =>
    oneByOne(async () => {
      const begun = (await files.list()).filter(({ owner }) => owner === upload.owner);
      if (begun.length >= MAX_UNFINISHED) throw tooMany();
      await files.begin(upload);
    });
  /** Handles one part of a file at a time. */
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
    bucket: await requireBucket(context.platform.database.owner, upload.bucket),
    name: upload.name,
    upsert: upload.upsert,
  });
  /** Stores a complete file; one that can't be stored is deleted, unless the server is at fault. */
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
    const after = await files.append(upload, {
      bytes: partOf(request, room),
      check: () => admit(request.caller, upload),
    });
    await finish(request.caller, after);
    reply.header('upload-offset', String(after.offset)).header('upload-expires', expiry(upload));
  };
  /** Returns the accounts that still exist. */
  const existing = async (ids: (string | null)[]): Promise<Set<string>> => {
    const { rows } = await context.platform.database.owner.query<{ id: string }>(
      'select id from auth.users where id = any ($1)',
      [ids.filter((id) => id !== null)],
    );
    return new Set(rows.map(({ id }) => id));
  };
  /** Removes uploads that expired or whose account was deleted, and rests. */
  const sweep = async () => {
    const uploads = await files.list();
    const owners = uploads.length > 0 ? await existing(uploads.map(({ owner }) => owner)) : null;
    for (const { id, owner, expiresAt } of uploads) {
      const isOver = Date.parse(expiresAt) < Date.now() || (owner !== null && !owners!.has(owner));
      if (isOver && !busy.has(id)) await files.remove(id);
    }
    await files.removeRests();
  };
  return { begin, known: findOwn, alone, targetOf, finish, take, sweep };
}
