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
  verifyNote,
} from '../../engines/provenance/note.ts';
import { verifyConsistency } from '../../engines/provenance/proof.ts';
import { AppError } from '../../shared/errors.ts';
import { rawEd25519, verifyEd25519 } from './signatures.ts';

type WitnessState = { name: string; privateKey: string; note: string | null };

type WitnessAnswer = { status: number; type?: string; body: string };

export type Witness = {
  key: NoteKey;
  /** Answers a POST to add-checkpoint (C2SP tlog-witness). */
  addCheckpoint: (body: string) => WitnessAnswer;
};

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
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();
  const state = { name, privateKey: pem, note: null };
  keep(path, state);
  return state;
}

const refuse = (status: number, body: string): WitnessAnswer => ({ status, body: `${body}\n` });

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

/**
 * Opens a witness of one log, which signs only checkpoints that extend the last one.
 * @param statePath created with a new key if missing
 * @param now milliseconds since 1970
 */
export function openWitness(
  statePath: string,
  { log, name, now = Date.now }: { log: NoteKey; name: string; now?: () => number },
): Witness {
  const state = openState(statePath, name);
  const privateKey = createPrivateKey(state.privateKey);
  const publicKey = rawEd25519(createPublicKey(privateKey));
  const key: NoteKey = { name: state.name, kind: 'cosignature', publicKey };
  const signBytes: Sign = (message) => sign(null, message, privateKey);
  return {
    key,
    addCheckpoint: (body) => {
      const request = parseWitnessRequest(body);
      const note = request && parseNote(request.checkpoint);
      const checkpoint = note && parseCheckpoint(note.text);
      if (request === null || !note || !checkpoint) return refuse(400, 'this is no checkpoint');
      if (checkpoint.origin !== log.name) return refuse(404, 'this log is not known here');
      if (verifyNote(note, log, verifyEd25519) === null) {
        return refuse(403, 'the checkpoint is not signed by the log');
      }
      const objected = objection({ ...request, ...checkpoint }, seenIn(state.note));
      if (objected !== null) return objected;
      state.note = request.checkpoint;
      keep(statePath, state);
      return {
        status: 200,
        body: signatureLine(note.text, key, signBytes, Math.floor(now() / 1000)),
      };
    },
  };
}
