import { z } from 'zod';
import type { AccessClaims } from '../../gateway/caller.ts';

export const accessClaims: z.ZodType<AccessClaims> = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  aud: z.literal('authenticated'),
  exp: z.number(),
  iat: z.number(),
  role: z.literal('authenticated'),
  email: z.string(),
  phone: z.string(),
  aal: z.enum(['aal1', 'aal2']),
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })),
  session_id: z.string().min(1),
  is_anonymous: z.boolean(),
  app_metadata: z.record(z.string(), z.unknown()),
  user_metadata: z.record(z.string(), z.unknown()),
});
