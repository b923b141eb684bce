import { z } from 'zod';
import {
  MAX_EMAIL_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  MIN_SUPERADMIN_PASSWORD_LENGTH,
} from '../limits.ts';
import { EMAIL_INVALID, EMAIL_TOO_LONG, PASSWORD_TOO_LONG, passwordTooShort } from '../refusals.ts';
import { DEFAULT_ROLE, MEMBER_ROLES } from '../roles.ts';

export const email = z.email(EMAIL_INVALID).max(MAX_EMAIL_LENGTH, EMAIL_TOO_LONG);

export const requestPasswordResetBody = z.strictObject({
  email: z.string().trim().pipe(email),
  captchaToken: z.string().max(8192).optional(),
});
export const requestPasswordResetAnswer = z.strictObject({ message: z.string() });

const password = (minLength: number) =>
  z
    .string()
    .min(minLength, passwordTooShort(minLength))
    .max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG);

const newUser = {
  email: z.string().trim().pipe(email),
  org_id: z.uuid('Organization is required'),
  role: z.enum(MEMBER_ROLES, `Role must be ${MEMBER_ROLES.join(' or ')}`).default(DEFAULT_ROLE),
};
export const createUserBody = z.strictObject({
  ...newUser,
  password: password(MIN_PASSWORD_LENGTH),
});
export const inviteUserBody = z.strictObject(newUser);
export const resendInvitationBody = z.strictObject({ user_id: z.uuid() });
export const createUserAnswer = z.strictObject({ user_id: z.uuid(), message: z.string() });

const superadmin = {
  password: password(MIN_SUPERADMIN_PASSWORD_LENGTH),
  role: z.literal('superadmin', 'Role must be superadmin').default('superadmin'),
};
export const resetSuperadminBody = z.strictObject({
  email: z
    .string()
    .trim()
    .refine((text) => text.includes('@'), 'Enter a valid email')
    .pipe(z.email('Enter a valid email').max(MAX_EMAIL_LENGTH)),
  ...superadmin,
});
export const adminUpsertSuperadminBody = z.strictObject({
  email: z.string().trim().pipe(email),
  ...superadmin,
});
export const superadminAnswer = z.strictObject({
  user_id: z.uuid(),
  created: z.boolean(),
  message: z.string(),
});
