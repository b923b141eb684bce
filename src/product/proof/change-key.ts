import { existsSync, linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import type pg from 'pg';
import {
  formatKeyChange,
  type KeyChange,
  keyChangesIn,
} from '../../engines/provenance/key-change.ts';
import { formatKey } from '../../engines/provenance/note.ts';
import type { FileStore } from '../../platform/files/file-store.ts';
import { AppError } from '../../shared/errors.ts';
import { type Published, publishKeys, readKeys, readPublished, storeReader } from './log-files.ts';
import { type LogKey, newKeyFile, parseLogKey, publicKeys, writeKeyFile } from './log-key.ts';
import { logKeysIn } from './log-keys.ts';
import { sealUnderLock, withLogLockSoon } from './seal-log.ts';

type ChangedLog = { pool: pg.Pool; files: FileStore; path: string };

export type ChangedKey = Published & {
  keys: string;
  /** File with the key that no longer signs; null after a loss. */
  oldFile: string | null;
};

const readKeyFile = (path: string): LogKey => parseLogKey(readFileSync(path, 'utf8'), path);

/** Writes a key file for the next key, with the signed change to it. */
function writeNextKey(
  path: string,
  change: Omit<KeyChange, 'to'>,
  { old, changes }: { old: LogKey | null; changes: readonly string[] },
): void {
  const text = newKeyFile(change.from.note.name);
  const next = parseLogKey(text, path);
  const to = { note: next.noteKey, filesPem: next.files.pem };
  const signers = [old, next]
    .filter((key) => key !== null)
    .map(({ noteKey, sign }) => ({ key: noteKey, sign }));
  const signed = formatKeyChange({ ...change, to }, signers);
  writeKeyFile(path, [text, ...changes, signed].join('\n'));
}

/**
 * Replaces the key of the log by a new one, which the old one signs. The change is published before
 * the new key takes its place, so that no process signs with the old one after it; interrupted, it
 * is completed by the next call.
 *
 * @throws AppError if the log can't be sealed with the old key
 */
export const rotateKey = ({ pool, files, path }: ChangedLog): Promise<ChangedKey> =>
  withLogLockSoon(pool, async (client) => {
    const draft = `${path}.next`;
    const old = readKeyFile(path);
    const published = await readKeys(storeReader(files));
    const isInterrupted =
      published !== publicKeys(old) &&
      existsSync(draft) &&
      published === publicKeys(readKeyFile(draft));
    if (!isInterrupted) {
      rmSync(draft, { force: true });
      const { size, root } = await sealUnderLock({ pool, files, key: old }, client);
      const from = { note: old.noteKey, filesPem: old.files.pem };
      const { changes } = old;
      writeNextKey(draft, { kind: 'rotated', size, root, from }, { old, changes });
      await publishKeys(files, publicKeys(readKeyFile(draft)));
    }
    const oldFile = `${path}.replaced-${formatKey(old.noteKey).split('+')[1]}`;
    rmSync(oldFile, { force: true });
    linkSync(path, oldFile);
    renameSync(draft, path);
    const key = readKeyFile(path);
    return {
      ...(await sealUnderLock({ pool, files, key }, client)),
      keys: publicKeys(key),
      oldFile,
    };
  });

/**
 * Continues a log, the key of which is lost, under a new key, for which nobody else vouches.
 *
 * @throws AppError if the key file exists, or nothing published shows the old key
 */
export const replaceLostKey = ({ pool, files, path }: ChangedLog): Promise<ChangedKey> =>
  withLogLockSoon(pool, async (client) => {
    if (existsSync(path)) {
      throw new AppError(
        'conflict',
        `${path} exists. A key that is not lost is replaced with sandbox log rotate-key; move a file with another key away.`,
      );
    }
    const reader = storeReader(files);
    const keys = await readKeys(reader);
    if (keys === null) {
      throw new AppError(
        'not_found',
        'The storage has no log/keys. Restore it from a copy: log-keys.txt in the ZIP of any batch.',
      );
    }
    const trusted = logKeysIn(keys, 'log/keys');
    const published = await readPublished(reader, trusted);
    if (published === null) {
      throw new AppError('not_found', 'The storage has no log/checkpoint: restore the folder log.');
    }
    const { size, root } = published;
    const from = trusted.keys[0]!;
    const changes = keyChangesIn(keys);
    writeNextKey(path, { kind: 'lost', size, root, from }, { old: null, changes });
    const key = readKeyFile(path);
    const sealed = await sealUnderLock({ pool, files, key }, client);
    return { ...sealed, keys: publicKeys(key), oldFile: null };
  });
