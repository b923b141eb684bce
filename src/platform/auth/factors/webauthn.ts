import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** Loaded on demand: three hundred modules that would slow down the start. */
const library = () => import('@simplewebauthn/server');

export type Credential = {
  id: string;
  public_key: string;
  counter: number;
  transports: string[];
  device_type: string;
  backed_up: boolean;
};

const PARTY_NAME = 'Synthetic Banking Sandbox';
/** COSE numbers of EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];
const WAIT_MILLISECONDS = 120_000;

/** Relying party of the site; a client's claims about it are ignored. */
const party = (siteUrl: string) => {
  const { hostname, origin } = new URL(siteUrl);
  return { rpID: hostname, origin };
};

export async function registrationOptions(
  siteUrl: string,
  user: { id: string; email: string },
  known: Credential[],
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: PARTY_NAME,
    rpID: party(siteUrl).rpID,
    userName: user.email,
    userID: new TextEncoder().encode(user.id),
    timeout: WAIT_MILLISECONDS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

export async function assertionOptions(siteUrl: string, credential: Credential) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: party(siteUrl).rpID,
    timeout: WAIT_MILLISECONDS,
    userVerification: 'preferred',
    allowCredentials: [{ id: credential.id, transports: credential.transports as never }],
  });
}

/** Verifies challenge, origin, party and presence. Returns the new credential, or null. */
export async function verifyRegistration(
  siteUrl: string,
  expectedChallenge: string,
  response: unknown,
): Promise<Credential | null> {
  const { rpID, origin } = party(siteUrl);
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo: info } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
    });
    if (!verified || info === undefined) return null;
    return {
      id: info.credential.id,
      public_key: Buffer.from(info.credential.publicKey).toString('base64url'),
      counter: info.credential.counter,
      transports: info.credential.transports ?? [],
      device_type: info.credentialDeviceType,
      backed_up: info.credentialBackedUp,
    };
  } catch {
    return null;
  }
}

/** Returns the credential's next state, or null if invalid; a lower counter means a copied key. */
export async function verifyAssertion({
  siteUrl,
  expectedChallenge,
  credential,
  response,
}: {
  siteUrl: string;
  expectedChallenge: string;
  credential: Credential;
  response: unknown;
}): Promise<Credential | null> {
  const { rpID, origin } = party(siteUrl);
  if ((response as { id?: unknown } | null)?.id !== credential.id) return null;
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response: response as AuthenticationResponseJSON,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: false,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(Buffer.from(credential.public_key, 'base64url')),
        counter: credential.counter,
        transports: credential.transports as never,
      },
    });
    if (!verified) return null;
    return { ...credential, counter: info.newCounter, backed_up: info.credentialBackedUp };
  } catch {
    return null;
  }
}
