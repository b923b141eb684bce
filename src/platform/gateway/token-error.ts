/** Malformed, badly signed or expired bearer token. Each service renders it in its own format. */
export class TokenError extends Error {
  readonly reason: 'malformed' | 'signature' | 'expired';

  constructor(reason: 'malformed' | 'signature' | 'expired', message: string) {
    super(message);
    this.name = 'TokenError';
    this.reason = reason;
  }
}
