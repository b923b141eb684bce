/** Error for privacy parameters that cannot be met; the message states the reason. */
export class PrivacyRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PrivacyRefused';
  }
}
