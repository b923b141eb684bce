import { readFileSync } from 'node:fs';
import { type NoteKey, parseKey } from '../../engines/provenance/note.ts';
import { followedIn, type LogKeys, logKeysIn } from '../../product/proof/log-keys.ts';
import { AppError } from '../../shared/errors.ts';
import type { Verdict } from './findings.ts';

export type Trust = {
  log: LogKeys | null;
  witnesses: NoteKey[];
  authorities: string[];
  since: string | null;
};

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/g;

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
  const authorities = given.tsa === undefined ? [] : (read(given.tsa).match(CERTIFICATE) ?? []);
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

/** Returns the given keys with later changes in a file of keys, or those of the file itself. */
export function keysFor(
  { log }: Trust,
  { name, text }: { name: string; text: string | null },
  verdict: Verdict,
): LogKeys {
  if (log !== null) return text === null ? log : followedIn(log, text);
  if (text === null) throw new AppError('bad_request', "--vkey: expected the log's public key.");
  verdict.unchecked.push(
    `The log's key was taken from ${name}. Compare it with the operator's published key, or pass --vkey.`,
  );
  return logKeysIn(text, name);
}
