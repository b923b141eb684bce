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

/** Builds a time-stamp request in DER (RFC 3161, section 2.4.1). */
export function timestampRequest(data: Uint8Array): Uint8Array {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256 }),
      hashedMessage: new OctetString({ valueHex: createHash('sha256').update(data).digest() }),
    }),
    // A leading 0 bit keeps the number positive.
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
    throw refused('Not a valid response of a time-stamping authority.');
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

/** Checks that a certificate is limited to time stamping (RFC 3161, section 2.3). */
function assertStamper(certificate: Certificate): void {
  const { keyUsage } = new X509Certificate(Buffer.from(certificate.toSchema().toBER()));
  if (!keyUsage?.includes(TIME_STAMPING)) {
    throw refused("The signer's certificate is not for time-stamping.");
  }
}

const fromPem = (pem: string): Certificate =>
  Certificate.fromBER(Uint8Array.from(new X509Certificate(pem).raw));

/**
 * Verifies a token (RFC 3161) and returns its time and authority.
 * @param response DER response of the authority
 * @param authorities PEM certificates, one of which must have issued the signer's
 * @throws AppError if the token covers other bytes, or no given authority issued it
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
    throw refused('The token is not signed by a given authority, or covers other bytes.');
  }
  assertStamper(result.signerCertificate);
  const subject = new X509Certificate(Buffer.from(result.signerCertificate.toSchema().toBER()));
  return { at, name: subject.subject.replaceAll('\n', ', ') };
}

/** Returns a token's time without verification. */
export const timestampTime = (response: Uint8Array): Date => infoOf(parse(response)).genTime;
