import { z } from 'zod';

export const email = z
  .email('Invalid email format')
  .max(255, 'Email must be less than 255 characters');

export const requestPasswordResetBody = z.strictObject({ email: z.string().trim().pipe(email) });
export const requestPasswordResetAnswer = z.strictObject({ message: z.string() });

const password = (least: number) =>
  z
    .string()
    .min(least, `Password must be at least ${least} characters`)
    .max(72, 'Password too long');

export const createUserBody = z.strictObject({
  email: z.string().trim().pipe(email),
  password: password(6),
  org_id: z.uuid('Organization is required'),
  role: z.enum(['admin', 'pilot_user'], 'Role must be pilot_user or admin').default('pilot_user'),
});
export const createUserAnswer = z.strictObject({ user_id: z.uuid(), message: z.string() });

const superadmin = {
  password: password(10),
  role: z.literal('superadmin', 'Role must be superadmin').default('superadmin'),
};
export const resetSuperadminBody = z.strictObject({
  email: z
    .string()
    .trim()
    .refine((text) => text.includes('@'), 'Enter a valid email')
    .pipe(z.email('Enter a valid email').max(255)),
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
