/** Error in OAuth's format, used by id_token sign-in. */
export class OAuthError extends Error {
  readonly error: string;

  constructor(description: string, error = 'invalid request') {
    super(description);
    this.name = 'OAuthError';
    this.error = error;
  }
}
