export class ServiceError extends Error {
  readonly code: string | undefined;
  readonly status: number | undefined;
  readonly detail: unknown;

  constructor(
    message: string,
    options: { code?: string; status?: number; detail?: unknown; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = options.code;
    this.status = options.status;
    this.detail = options.detail;
  }
}

export const UNREACHABLE = 'The server did not answer. Try again in a moment.';

export function messageOf(error: unknown, fallback = UNREACHABLE): string {
  if (error instanceof ServiceError) return error.message;
  if (error instanceof TypeError && /fetch|network/i.test(error.message)) return UNREACHABLE;
  if (error instanceof Error && error.message !== '') {
    return /failed to fetch|networkerror|load failed/i.test(error.message)
      ? UNREACHABLE
      : error.message;
  }
  return fallback;
}

type Refusal = { message: string; code?: string | undefined; status?: number | undefined };
type Answer<T> = { data: T; error: Refusal | null; status?: number | undefined };

export function check(answer: { error: Refusal | null; status?: number | undefined }): void {
  const { error } = answer;
  if (!error) return;
  const status = answer.status ?? error.status;
  throw new ServiceError(messageOf(error instanceof Error ? error : new Error(error.message)), {
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(status === undefined ? {} : { status }),
    cause: error,
  });
}

export function unwrap<T>(answer: Answer<T>): T {
  check(answer);
  return answer.data;
}
