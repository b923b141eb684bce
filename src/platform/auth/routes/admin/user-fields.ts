import { z } from 'zod';
import { MAX_EMAIL_LENGTH } from '../../../../shared/limits.ts';
import { PHONE_INVALID, phoneNumber } from '../../../../shared/phone-number.ts';
import { validationFailed } from '../../auth-error.ts';
import { banSeconds } from './ban-seconds.ts';

const metadata = z.record(z.string(), z.unknown());

const email = z.email().max(MAX_EMAIL_LENGTH);
const shared = {
  email_confirm: z.boolean(),
  phone: z.string().transform((text, refinement) => {
    const phone = phoneNumber(text);
    if (phone !== null) return phone;
    refinement.addIssue({ code: 'custom', message: PHONE_INVALID });
    return z.NEVER;
  }),
  phone_confirm: z.boolean(),
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: z.string().transform((text, refinement) => {
    const seconds = banSeconds(text);
    if (seconds !== null) return seconds;
    refinement.addIssue({
      code: 'custom',
      message: "expected 'none' or a duration such as 300ms, 2h45m or 24h",
    });
    return z.NEVER;
  }),
  role: z.literal('authenticated', {
    error: "must be 'authenticated': rights are rows of public.user_roles, granted by a superadmin",
  }),
};

const changes = z.strictObject({ email, password: z.string(), ...shared }).partial();
const newUser = z.strictObject({
  email,
  password: z.string(),
  id: z.uuid().optional(),
  ...z.object(shared).partial().shape,
});

export type UserChanges = z.output<typeof changes>;

/** Parses a body strictly: unknown fields are refused, not dropped. */
function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const messages = result.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `Unsupported fields: ${issue.keys.join(', ')}`
      : `${issue.path.join('.')}: ${issue.message}`,
  );
  throw validationFailed(messages.join('; ').slice(0, 500));
}

export const readNewUser = (body: unknown) => read(newUser, body);
export const readUserChanges = (body: unknown): UserChanges => read(changes, body);
