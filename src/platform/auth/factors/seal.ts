import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

export type Seal = {
  /** Encrypts for one purpose; decryption for another purpose or row fails. */
  close: (text: string, purpose: string) => Buffer;
  open: (sealed: Buffer, purpose: string) => string;
  /** Keyed hash for short secrets, which a plain hash would not protect. */
  digest: (text: string) => Buffer;
};

/** AES-256-GCM under the installation's key; a copy of the factor table alone reveals nothing. */
export function createSeal(key: Buffer): Seal {
  return {
    close: (text, purpose) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open: (sealed, purpose) => {
      const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
        .setAAD(Buffer.from(purpose))
        .setAuthTag(sealed.subarray(-16));
      return cipher.update(sealed.subarray(12, -16), undefined, 'utf8') + cipher.final('utf8');
    },
    digest: (text) => createHmac('sha256', key).update(text).digest(),
  };
}
