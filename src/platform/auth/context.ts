import type { Platform } from '../gateway/context.ts';
import type { Seal } from './factors/seal.ts';
import type { ProviderSource } from './oauth/providers.ts';
import type { AuthOptions, SessionLimits } from './options.ts';
import type { DeviceCookies } from './rate-limiting/device-cookie.ts';
import type { RefreshTokens } from './sessions/refresh-tokens.ts';

export type AuthContext = {
  platform: Platform;
  options: AuthOptions;
  tokens: RefreshTokens;
  seal: Seal;
  devices: DeviceCookies;
  limits: SessionLimits;
  provider: ProviderSource;
  now: () => Date;
};
