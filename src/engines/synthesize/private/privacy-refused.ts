/** Thrown where the privacy asked for can't be given; the message says why. */
export class PrivacyRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PrivacyRefused';
  }
}
