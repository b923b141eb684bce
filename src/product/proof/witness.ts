import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { parseCheckpoint } from '../../engines/provenance/checkpoint.ts';
import { parseWitnessRequest } from '../../engines/provenance/log-proof.ts';
import { isSameHash } from '../../engines/provenance/merkle.ts';
import {
  type NoteKey,
  parseNote,
  type Sign,
  signatureLine,
} from '../../engines/provenance/note.ts';
import { verifyConsistency } from '../../engines/provenance/proof.ts';
import { AppError } from '../../shared/errors.ts';
import { type LogKeys, signerOf } from './log-keys.ts';
import { rawEd25519 } from './signatures.ts';

type WitnessState = { name: string; privateKey: string; note: string | null };

export type WitnessAnswer = { status: number; type?: string; body: string };

export type WitnessKey = { key: NoteKey; sign: Sign };

export type Witness = {
  key: NoteKey;
  /** Answers a POST to add-checkpoint (C2SP tlog-witness). */
  addCheckpoint: (body: string) => WitnessAnswer;
};

/** Returns the PKCS #8 text of a new key. */
export const newWitnessKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

export function witnessKey(name: string, pem: string): WitnessKey {
  const privateKey = createPrivateKey(pem);
  const publicKey = rawEd25519(createPublicKey(privateKey));
  return {
    key: { name, kind: 'cosignature', publicKey },
    sign: (message) => sign(null, message, privateKey),
  };
}

/** Saves synchronously before the answer: a witness that forgets could sign two histories. */
function keep(path: string, state: WitnessState): void {
  const draft = `${path}.${process.pid}.tmp`;
  const file = openSync(draft, 'w', 0o600);
  try {
    writeSync(file, `${JSON.stringify(state, null, 2)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

function openState(path: string, name: string): WitnessState {
  if (existsSync(path)) {
    const state = JSON.parse(readFileSync(path, 'utf8')) as WitnessState;
    if (typeof state.privateKey === 'string' && typeof state.name === 'string') return state;
    throw new AppError('bad_request', `${path} is not a valid witness state.`);
  }
  const state = { name, privateKey: newWitnessKey(), note: null };
  keep(path, state);
  return state;
}

const refuse = (status: number, body: string): WitnessAnswer => ({ status, body: `${body}\n` });
export const NO_CHECKPOINT = refuse(400, 'this is no checkpoint');
export const UNKNOWN_LOG = refuse(404, 'this log is not known here');

type Seen = { size: number; root: Uint8Array };
const NOTHING: Seen = { size: 0, root: new Uint8Array() };

const seenIn = (note: string | null): Seen =>
  (note === null ? null : parseCheckpoint(parseNote(note)!.text)) ?? NOTHING;

type Asked = { oldSize: number; proof: Uint8Array[]; size: number; root: Uint8Array };

/** Returns the refusal of a checkpoint that does not extend the last one; null if it does. */
function objection(asked: Asked, seen: Seen): WitnessAnswer | null {
  if (asked.oldSize > asked.size) return refuse(400, 'the old size is above the new one');
  if (asked.oldSize !== seen.size) {
    return { status: 409, type: 'text/x.tlog.size', body: `${seen.size}\n` };
  }
  if (seen.size === asked.size && seen.size > 0 && !isSameHash(seen.root, asked.root)) {
    return refuse(409, 'another root was seen at this size');
  }
  const isConsistent =
    seen.size === 0
      ? asked.proof.length === 0
      : verifyConsistency({ ...asked, oldRoot: seen.root });
  return isConsistent ? null : refuse(422, 'the proof of consistency does not hold');
}

type Known = {
  keys: LogKeys;
  /** Last checkpoint that was signed. */
  note: string | null;
  signer: WitnessKey;
  seconds: number;
};

/**
 * Decides on a request to cosign a checkpoint.
 *
 * @returns the answer, and the checkpoint to remember before it is sent; null if it is refused
 */
export function cosign(
  body: string,
  { keys, note: seen, signer, seconds }: Known,
): { answer: WitnessAnswer; note: string | null } {
  const refused = (answer: WitnessAnswer) => ({ answer, note: null });
  const request = parseWitnessRequest(body);
  const note = request && parseNote(request.checkpoint);
  const checkpoint = note && parseCheckpoint(note.text);
  if (request === null || !note || !checkpoint) return refused(NO_CHECKPOINT);
  if (checkpoint.origin !== keys.origin) return refused(UNKNOWN_LOG);
  const signed = signerOf(note, keys);
  if (signed === null || (signed.last !== null && checkpoint.size > signed.last)) {
    return refused(refuse(403, 'the checkpoint is not signed by the log'));
  }
  const objected = objection({ ...request, ...checkpoint }, seenIn(seen));
  if (objected !== null) return refused(objected);
  const line = signatureLine(note.text, signer.key, signer.sign, seconds);
  return { answer: { status: 200, body: line }, note: request.checkpoint };
}

/** Returns the name of the log that a request is about; null if it is no request. */
export function originIn(body: string): string | null {
  const note = parseNote(parseWitnessRequest(body)?.checkpoint ?? '');
  return note === null ? null : (parseCheckpoint(note.text)?.origin ?? null);
}

/**
 * Opens a witness of one log, which signs only checkpoints that extend the last one.
 *
 * @param statePath created with a new key if missing
 * @param now milliseconds since 1970
 */
export function openWitness(
  statePath: string,
  { log, name, now = Date.now }: { log: () => LogKeys; name: string; now?: () => number },
): Witness {
  const state = openState(statePath, name);
  const signer = witnessKey(state.name, state.privateKey);
  return {
    key: signer.key,
    addCheckpoint: (body) => {
      const seconds = Math.floor(now() / 1000);
      const { answer, note } = cosign(body, { keys: log(), note: state.note, signer, seconds });
      if (note !== null) {
        state.note = note;
        keep(statePath, state);
      }
      return answer;
    },
  };
}
