import type { Platform } from '../platform/gateway/context.ts';
import { type Config, logSignersOf } from './config.ts';

export async function hostConfig(config: Config, { database, apiKeys }: Platform) {
  const { rowCount } = await database.owner.query(
    "select from public.user_roles where role = 'superadmin' limit 1",
  );
  return {
    url: config.publicUrl,
    publishableKey: apiKeys.publishable,
    version: config.version,
    needsSetup: rowCount === 0,
    mailFrom: config.mailFrom,
    hasMailServer: config.smtpUrl !== undefined,
    captcha: config.captcha?.widget,
    isWitnessed: Object.values(logSignersOf(config)).includes(true),
    hasObjectStore: config.objectStore !== undefined,
  };
}
