/** A refusal in OAuth's own form, as id_token sign-in answers it. */
export class OAuthError extends Error {
  readonly error: string;

  constructor(description: string, error = 'invalid request') {
    super(description);
    this.name = 'OAuthError';
    this.error = error;
  }
}
