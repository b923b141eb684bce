/** A bearer token that is malformed, badly signed or expired. Each service answers in its own form. */
export class TokenError extends Error {
  readonly reason: 'malformed' | 'signature' | 'expired';

  constructor(reason: 'malformed' | 'signature' | 'expired', message: string) {
    super(message);
    this.name = 'TokenError';
    this.reason = reason;
  }
}
