export type RestErrorBody = {
  code: string;
  message: string;
  details: unknown;
  hint: string | null;
};

export class RestError extends Error {
  readonly status: number;
  readonly body: RestErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    more: {
      details?: unknown;
      hint?: string | null;
      headers?: Record<string, string>;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'RestError';
    this.status = status;
    this.body = { code, message, details: more.details ?? null, hint: more.hint ?? null };
    this.headers = more.headers ?? {};
  }
}
