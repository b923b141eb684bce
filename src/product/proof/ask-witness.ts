import { formatWitnessRequest } from '../../engines/provenance/log-proof.ts';
import {
  type Note,
  type NoteKey,
  parseKey,
  parseNote,
  verifyNote,
} from '../../engines/provenance/note.ts';
import type { TileReader } from '../../engines/provenance/tiles.ts';
import { AppError } from '../../shared/errors.ts';
import { consistencyProof } from './entry-proof.ts';
import type { Published } from './log-files.ts';
import { verifyEd25519 } from './signatures.ts';

const TIMEOUT_MILLISECONDS = 5000;

type WitnessAddress = { url: string; key: NoteKey | null };

export function witnessAddress(text: string): WitnessAddress {
  const [url = '', ...rest] = text.split('#');
  const key = rest.length === 0 ? null : parseKey(rest.join('#'));
  if (!URL.canParse(url) || (rest.length > 0 && key?.kind !== 'cosignature')) {
    throw new AppError('bad_request', `WITNESS_URLS: expected URL or URL#KEY, found ${text}.`);
  }
  return { url: url.replace(/(?<!\/)\/+$/, ''), key };
}

/** Returns the key that a witness publishes, as sandboxes do; null if it publishes none. */
async function publishedKey(url: string): Promise<NoteKey | null> {
  const answer = await fetch(`${url}/key`, {
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  const key = answer.ok ? parseKey((await answer.text()).slice(0, 1000).trim()) : null;
  return key?.kind === 'cosignature' ? key : null;
}

async function post(
  url: string,
  body: string,
): Promise<{ status: number; type: string; text: string }> {
  const answer = await fetch(`${url}/add-checkpoint`, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  });
  const text = (await answer.text()).slice(0, 16_384);
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text };
}

export type Cosignature = { name: string; seconds: number; line: string };

function cosignatureIn(text: string, published: Published, key: NoteKey | null): Cosignature {
  const note = parseNote(published.note)!;
  const cosigned: Note | null = parseNote(`${note.text}\n${text}`);
  const line = text.split('\n')[0]!;
  const [first] = cosigned?.signatures ?? [];
  if (cosigned === null || first === undefined || first.signature.length !== 72) {
    throw new AppError('unavailable', 'The witness returned no valid cosignature.');
  }
  if (key !== null && verifyNote(cosigned, key, verifyEd25519) === null) {
    throw new AppError('unavailable', `The witness did not sign as ${key.name}.`);
  }
  const view = new DataView(first.signature.buffer, first.signature.byteOffset);
  return { name: first.name, seconds: Number(view.getBigUint64(0)), line: `${line}\n` };
}

/**
 * Asks a witness to cosign a checkpoint (C2SP tlog-witness), naming the size it saw last; on a
 * conflict the witness answers with its own.
 * @throws AppError if the witness refuses: it saw another history, or does not know the log
 */
export async function askWitness(
  { url, key: given }: WitnessAddress,
  published: Published,
  readTile: TileReader,
): Promise<Cosignature> {
  const key = given ?? (await publishedKey(url));
  let oldSize = 0;
  for (let attempt = 0; attempt < 3; attempt++) {
    const proof = await consistencyProof(oldSize, published.size, readTile);
    const checkpoint = published.note;
    const answer = await post(url, formatWitnessRequest({ oldSize, proof, checkpoint }));
    if (answer.status === 200) return cosignatureIn(answer.text, published, key);
    const size = /^\d{1,16}\n?$/.test(answer.text) ? Number(answer.text) : null;
    if (answer.status !== 409 || !answer.type.startsWith('text/x.tlog.size') || size === null) {
      throw new AppError(
        'unavailable',
        `The witness at ${url} refused: ${answer.status} ${answer.text.trim()}`,
      );
    }
    if (size > published.size) {
      throw new AppError(
        'conflict',
        `The witness at ${url} has seen ${size} entries, and this log has ${published.size}.`,
      );
    }
    oldSize = size;
  }
  throw new AppError('unavailable', `The witness at ${url} returned inconsistent sizes.`);
}
