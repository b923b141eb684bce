import type { z } from 'zod';
import { AppError } from '../../shared/errors.ts';

export function parseInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const result = schema.safeParse(input === undefined ? {} : input);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const message =
    issue.code === 'unrecognized_keys'
      ? `Unknown key: ${issue.keys.join(', ')}`
      : issue.path.length > 0 && issue.message.startsWith('Invalid')
        ? `${issue.path.join('.')}: ${issue.message}`
        : issue.message;
  throw new AppError('bad_request', message, { detail: { issues: result.error.issues } });
}
