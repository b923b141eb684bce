export type ErrorCode =
  | 'bad_request'
  | 'validation_failed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  /** The request succeeds if repeated with the consent that the message names. */
  | 'confirmation_needed'
  | 'too_large'
  | 'unsupported_type'
  | 'rate_limited'
  | 'cancelled'
  | 'unavailable'
  | 'internal';

const STATUS: Record<ErrorCode, number> = {
  bad_request: 400,
  validation_failed: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  confirmation_needed: 409,
  too_large: 413,
  unsupported_type: 415,
  rate_limited: 429,
  cancelled: 499,
  unavailable: 503,
  internal: 500,
};

export type ErrorDetail = Readonly<Record<string, unknown>>;

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: ErrorDetail | undefined;
  /** Seconds until a retry is useful. */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; detail?: ErrorDetail; retryAfter?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = options.detail;
    this.retryAfter = options.retryAfter;
  }

  get status(): number {
    return STATUS[this.code];
  }
}
