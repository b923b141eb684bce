import { type AliasTable, drawAlias } from '../../random/alias-table.ts';
import type { QuantileTable } from '../../random/quantile-table.ts';
import type { RandomStream } from '../../random/stream.ts';
import type { Dictionary } from '../rows/row-batch.ts';

/** Counterparties outside the bank, shared by all cells of a plan. */
export type Directory = {
  size: number;
  ids: Dictionary;
  countries: Dictionary;
  mccs: Dictionary;
  names: Dictionary;
  /** Category of the configuration by party; 255 for non-merchants. */
  category: Uint8Array;
  /** Factor of the category's ticket. */
  level: Float64Array;
  /** Quantiles of each category's tickets in minor units. */
  tickets: QuantileTable[];
  /** City of a merchant; 255 for chains and online merchants. */
  city: Uint8Array;
  online: Uint8Array;
  opens: Int32Array;
  closes: Int32Array;
  /** Popularity by category, over the merchants at `first[category]`. */
  popularity: AliasTable[];
  first: number[];
  abroad: AliasTable;
  firstAbroad: number;
  /** Codes of the other sections: first and count. */
  sections: Record<Section, { first: number; count: number }>;
};

export type Section =
  | 'bank'
  | 'branch'
  | 'atm'
  | 'exchange'
  | 'employer'
  | 'agency'
  | 'landlord'
  | 'utility'
  | 'subscription'
  | 'person'
  | 'firm'
  | 'foreign'
  | 'own';

export const NO_CATEGORY = 255;

export const EVERYWHERE = 255;

export type Entry = { id: string; country: string; mcc: string; name: string };

export const drawMerchant = (d: Directory, category: number, stream: RandomStream): number =>
  d.first[category] + drawAlias(d.popularity[category], stream);

/** Branches and cash machines of the bank in each city. */
export const PER_CITY = { branch: 2, atm: 4 } as const;

/** Returns a branch or cash machine in a city; `n` selects among them. */
export const placeIn = (
  d: Directory,
  section: keyof typeof PER_CITY,
  { city, n }: { city: number; n: number },
): number => {
  const { first, count } = d.sections[section];
  return first + ((city * PER_CITY[section] + (n % PER_CITY[section])) % count);
};

/** Returns the n-th party of a section, modulo its size. */
export const party = (d: Directory, section: Section, n: number): number => {
  const { first, count } = d.sections[section];
  return first + (n % count);
};
