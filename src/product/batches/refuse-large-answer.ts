import { AppError } from '../../shared/errors.ts';

export function refuseLargeAnswer(maxBytes: number): never {
  const megabytes = Math.round((maxBytes / 1024 ** 2) * 10) / 10;
  throw new AppError(
    'too_large',
    `The answer is larger than ${megabytes} MB. Read fewer rows, or download the batch's file.`,
  );
}
