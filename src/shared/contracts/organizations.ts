import { z } from 'zod';

export const deleteOrganizationBody = z.strictObject({
  org_id: z.uuid(),
  /** Name of the organization, typed to confirm. */
  name: z.string().max(1000),
});
/** Receipt as JSON text, whose SHA-256 is on the log. */
export const deleteOrganizationAnswer = z.strictObject({ receipt: z.string() });

export const exportOrganizationBody = z.strictObject({ org_id: z.uuid() });
