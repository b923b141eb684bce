import type { Platform } from '../gateway/context.ts';
import type { AuthOptions } from './options.ts';
import type { RefreshTokens } from './sessions.ts';

/** What each route of the auth service is given. */
export type AuthContext = { platform: Platform; options: AuthOptions; tokens: RefreshTokens };
