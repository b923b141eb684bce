import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { keyChangesIn } from '../../engines/provenance/key-change.ts';
import { formatKey, type NoteKey, type Sign } from '../../engines/provenance/note.ts';
import { AppError } from '../../shared/errors.ts';
import { type LogKeys, logKeysIn } from './log-keys.ts';
import { pemHint, rawEd25519, signP256 } from './signatures.ts';

export type LogKey = {
  /** Name of the log, the first line of its checkpoints. */
  origin: string;
  noteKey: NoteKey;
  sign: Sign;
  /** Key that signs files, for tools limited to ECDSA. */
  files: { pem: string; hint: string; sign: (bytes: Uint8Array) => Uint8Array };
  /** Signed changes from earlier keys, oldest first. */
  changes: readonly string[];
};

const HEAD = `# Signs the log and the batches of this sandbox. Anyone who has this file signs in its name; without it no
# new entry is sealed. Keep a copy where the database's administrators can't reach it.
`;
const PRIVATE_KEY = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/g;

const newOrigin = (host: string) => `${host}/log/${randomBytes(4).toString('hex')}`;

/** Returns the text of a new key file. */
export function newKeyFile(origin: string): string {
  const pem = (key: { privateKey: import('node:crypto').KeyObject }) =>
    key.privateKey.export({ format: 'pem', type: 'pkcs8' });
  const [log, files] = [
    generateKeyPairSync('ed25519'),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ];
  return `${HEAD}origin: ${origin}\n${pem(log)}${pem(files)}`;
}

/** Writes a key file atomically; if several processes write one at once, the first one stays. */
export function writeKeyFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(file);
    rmSync(draft);
  }
}

/**
 * Reads the keys in a file, creating it if missing.
 * @param host names a new log, such as "sandbox.example"
 * @throws AppError if the file has other content
 */
export function openLogKey(path: string, host: string): LogKey {
  if (!existsSync(path)) writeKeyFile(path, newKeyFile(newOrigin(host)));
  return parseLogKey(readFileSync(path, 'utf8'), path);
}

/** @throws AppError if the text has other content than a key file; `path` is for the message */
export function parseLogKey(text: string, path: string): LogKey {
  const [, origin] = /^origin: ([^\s+]+)$/m.exec(text) ?? [];
  const [log, files] = text.match(PRIVATE_KEY)?.map((pem) => createPrivateKey(pem)) ?? [];
  if (
    origin === undefined ||
    log?.asymmetricKeyType !== 'ed25519' ||
    files?.asymmetricKeyDetails?.namedCurve !== 'prime256v1'
  ) {
    throw new AppError(
      'bad_request',
      `LOG_KEY_FILE: ${path} does not hold a log's origin and its keys (Ed25519, P-256).`,
    );
  }
  const pem = createPublicKey(files).export({ format: 'pem', type: 'spki' }).toString();
  return {
    origin,
    noteKey: { name: origin, kind: 'ed25519', publicKey: rawEd25519(createPublicKey(log)) },
    sign: (message) => sign(null, message, log),
    files: { pem, hint: pemHint(pem), sign: (bytes) => signP256(files, bytes) },
    changes: keyChangesIn(text),
  };
}

/** Returns the published text: the key, that of files, and the changes from earlier keys. */
export const publicKeys = ({ noteKey, files, changes }: LogKey): string =>
  [`${formatKey(noteKey)}\n${files.pem}`, ...changes].join('\n');

/** Returns the keys that verify this log: the current one and its predecessors. */
export const ownKeys = (key: LogKey): LogKeys => logKeysIn(publicKeys(key), 'LOG_KEY_FILE');
