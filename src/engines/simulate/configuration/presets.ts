import { euRetailBank } from './eu-retail-bank.ts';
import type { Configuration } from './schema.ts';
import { usCommunityBank } from './us-community-bank.ts';
import { usCreditUnion } from './us-credit-union.ts';

export type PresetName = 'us-community-bank' | 'us-credit-union' | 'eu-retail-bank';

export const presets: Record<PresetName, Configuration> = {
  'us-community-bank': usCommunityBank,
  'us-credit-union': usCreditUnion,
  'eu-retail-bank': euRetailBank,
};
