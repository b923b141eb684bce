import { readFileSync } from 'node:fs';
import { type NoteKey, parseKey } from '../../engines/provenance/note.ts';
import { AppError } from '../../shared/errors.ts';

export type Trust = {
  log: LogKeys | null;
  witnesses: NoteKey[];
  authorities: string[];
  since: string | null;
};

export type LogKeys = { note: NoteKey; filesPem: string | null };

const PEM = /-----BEGIN (PUBLIC KEY|CERTIFICATE)-----[^-]+-----END \1-----\n?/g;

function keysIn(text: string): NoteKey[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.includes('+') && !line.startsWith('#') && !line.includes(' '))
    .flatMap((line) => {
      const key = parseKey(line);
      return key === null ? [] : [key];
    });
}

export function logKeysIn(text: string, from: string): LogKeys {
  const keys = keysIn(text).filter(({ kind }) => kind === 'ed25519');
  if (keys.length !== 1)
    throw new AppError('bad_request', `${from}: expected exactly one public key of a log.`);
  return { note: keys[0]!, filesPem: text.match(PEM)?.[0] ?? null };
}

export function readTrust(given: {
  vkey?: string | undefined;
  witness?: string[] | undefined;
  tsa?: string | undefined;
  since?: string | undefined;
}): Trust {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8');
    } catch (cause) {
      throw new AppError('not_found', `Cannot read ${path}.`, { cause });
    }
  };
  const witnesses = (given.witness ?? []).flatMap((path) => {
    const keys = keysIn(read(path)).filter(({ kind }) => kind === 'cosignature');
    if (keys.length === 0) throw new AppError('bad_request', `${path} contains no witness key.`);
    return keys;
  });
  const authorities = given.tsa === undefined ? [] : (read(given.tsa).match(PEM) ?? []);
  if (given.tsa !== undefined && authorities.length === 0) {
    throw new AppError('bad_request', `${given.tsa} contains no certificate.`);
  }
  return {
    log: given.vkey === undefined ? null : logKeysIn(read(given.vkey), given.vkey),
    witnesses,
    authorities,
    since: given.since === undefined ? null : read(given.since),
  };
}
