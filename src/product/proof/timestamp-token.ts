import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { Integer, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { AppError } from '../../shared/errors.ts';

const SHA256 = '2.16.840.1.101.3.4.2.1';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

const refused = (message: string) => new AppError('bad_request', message);

/** A request for a token over these bytes (RFC 3161, section 2.4.1), in DER. */
export function timestampRequest(data: Uint8Array): Uint8Array {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: createHash('sha256').update(data).digest() }),
    }),
    // A first bit of 0, so that the number is positive.
    nonce: new Integer({ valueHex: Buffer.concat([Buffer.of(0x40), randomBytes(8)]) }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

function parse(response: Uint8Array): SignedData {
  let parsed: TimeStampResp;
  try {
    parsed = TimeStampResp.fromBER(Uint8Array.from(response));
  } catch {
    throw refused('It is no answer of a time-stamping authority.');
  }
  if (parsed.status.status > 1 || parsed.timeStampToken === undefined) {
    throw refused('The authority refused to give a time-stamp.');
  }
  return new SignedData({ schema: parsed.timeStampToken.content });
}

function infoOf(signed: SignedData): TSTInfo {
  const content = signed.encapContentInfo.eContent?.getValue();
  if (content === undefined) throw refused('The time-stamp is empty.');
  return TSTInfo.fromBER(content);
}

/** Only a certificate made for it stamps times (RFC 3161, section 2.3). */
function assertStamper(certificate: Certificate): void {
  const { keyUsage } = new X509Certificate(Buffer.from(certificate.toSchema().toBER()));
  if (!keyUsage?.includes(TIME_STAMPING)) {
    throw refused('The certificate of the signer is not one for time-stamps.');
  }
}

const fromPem = (pem: string): Certificate =>
  Certificate.fromBER(Uint8Array.from(new X509Certificate(pem).raw));

/**
 * When and by whom these bytes were stamped (RFC 3161).
 *
 * @param response the authority's answer, in DER
 * @param authorities PEM certificates of which one has to stand behind the signer
 * @throws AppError where the token is over other bytes, or by nobody that these authorities vouch for
 */
export async function readTimestamp(
  response: Uint8Array,
  data: Uint8Array,
  authorities: readonly string[],
): Promise<{ at: Date; name: string }> {
  const signed = parse(response);
  const at = infoOf(signed).genTime;
  const result = await signed
    .verify({
      signer: 0,
      data: Uint8Array.from(data).buffer,
      trustedCerts: authorities.map(fromPem),
      checkChain: true,
      checkDate: at,
      extendedMode: true,
    })
    .catch((error: Error) => {
      throw refused(error.message);
    });
  if (!result.signatureVerified || !result.signerCertificateVerified || !result.signerCertificate) {
    throw refused('It is not signed by these authorities, or over other bytes.');
  }
  assertStamper(result.signerCertificate);
  const subject = new X509Certificate(Buffer.from(result.signerCertificate.toSchema().toBER()));
  return { at, name: subject.subject.replaceAll('\n', ', ') };
}

/** When a token says it was made; nothing about it is checked. */
export const timestampTime = (response: Uint8Array): Date => infoOf(parse(response)).genTime;
