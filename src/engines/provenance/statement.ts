import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { canonicalJson, type Json } from '../../shared/canonical-json.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { signedBytes } from './dsse.ts';
import type { Manifest } from './manifest.ts';

export type FileDigest = { name: string; sha256: string };

type JsonObject = { [key: string]: Json };

const STATEMENT = 'https://in-toto.io/Statement/v1';
const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const MODEL_SIGNATURE = 'https://model_signing/signature/v1.0';
const BUNDLE = 'application/vnd.dev.sigstore.bundle.v0.3+json';
const BUILD_TYPE = 'https://sandbox.invalid/synthetic-batch/v1';

const byName = (a: FileDigest, b: FileDigest) => (a.name < b.name ? -1 : 1);

/** Returns a model signature's payload: files by name, and their digest (OpenSSF OMS 1.0). */
function signedFiles(name: string, files: readonly FileDigest[]): JsonObject {
  const sorted = [...files].sort(byName);
  const digest = sha256(concatBytes(...sorted.map((file) => hexToBytes(file.sha256))));
  return {
    _type: STATEMENT,
    subject: [{ name, digest: { sha256: bytesToHex(digest) } }],
    predicateType: MODEL_SIGNATURE,
    predicate: {
      serialization: {
        method: 'files',
        hash_type: 'sha256',
        allow_symlinks: false,
        ignore_paths: [],
      },
      resources: sorted.map((file) => ({
        name: file.name,
        algorithm: 'sha256',
        digest: file.sha256,
      })),
    },
  };
}

/**
 * Creates an OpenSSF Model Signing bundle over files.
 *
 * @param keyHint names the public key: the SHA-256 of its PEM text, in hexadecimal
 * @param sign creates an ECDSA signature with P-256 and SHA-256, in DER
 */
export function modelSignature(
  name: string,
  files: readonly FileDigest[],
  { keyHint, sign }: { keyHint: string; sign: (bytes: Uint8Array) => Uint8Array },
): JsonObject {
  const payload = utf8ToBytes(canonicalJson(signedFiles(name, files)));
  return {
    mediaType: BUNDLE,
    verificationMaterial: { publicKey: { hint: keyHint }, tlogEntries: [] },
    dsseEnvelope: {
      payload: toBase64(payload),
      payloadType: PAYLOAD_TYPE,
      signatures: [{ sig: toBase64(sign(signedBytes(PAYLOAD_TYPE, payload))), keyid: '' }],
    },
  };
}

type Bundle = {
  dsseEnvelope: { payload: string; payloadType: string; signatures: { sig: string }[] };
};
type SignedFiles = {
  predicateType: string;
  predicate: { resources: { name: string; algorithm: string; digest: string }[] };
};

/**
 * Reads the files named in a bundle.
 *
 * @param verify returns true if the signature over the bytes is valid; if omitted, the signature is
 * not checked
 * @throws RangeError if the bundle or its signature is invalid
 */
export function readModelSignature(
  text: string,
  verify?: (bytes: Uint8Array, signature: Uint8Array) => boolean,
): FileDigest[] {
  const { dsseEnvelope: envelope } = JSON.parse(text) as Partial<Bundle>;
  const payload = fromBase64(envelope?.payload ?? '');
  const signature = fromBase64(envelope?.signatures?.[0]?.sig ?? '');
  if (payload === null || signature === null || envelope?.payloadType !== PAYLOAD_TYPE) {
    throw new RangeError('not a model signature');
  }
  if (verify !== undefined && !verify(signedBytes(PAYLOAD_TYPE, payload), signature)) {
    throw new RangeError('the signature does not match the key');
  }
  const statement = JSON.parse(new TextDecoder().decode(payload)) as SignedFiles;
  if (statement.predicateType !== MODEL_SIGNATURE)
    throw new RangeError('the statement signs no files');
  return statement.predicate.resources.map((file) => ({ name: file.name, sha256: file.digest }));
}

/** Describes a batch's generation as an in-toto statement with SLSA provenance 1.0. */
export function provenanceStatement(
  batch: { id: string; builder: string; files: readonly FileDigest[] },
  manifest: Manifest,
): JsonObject {
  const source = manifest.source?.sha256;
  return {
    _type: STATEMENT,
    subject: batch.files.map((file) => ({ name: file.name, digest: { sha256: file.sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: { seed: manifest.seed, request: manifest.request },
        internalParameters: { engine: manifest.engine, notes: manifest.notes },
        resolvedDependencies:
          typeof source === 'string' ? [{ name: 'source', digest: { sha256: source } }] : [],
      },
      runDetails: { builder: { id: batch.builder }, metadata: { invocationId: batch.id } },
    },
  };
}
