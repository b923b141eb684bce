import type { SealedManifest } from '../../engines/provenance/manifest.ts';

/** Whether a batch mixes rows that were drawn with rows of the file itself. */
export const isBlend = ({ counts }: SealedManifest): boolean => counts.real !== undefined;

export const BLENDED = 'A blend holds rows of the file itself, which only its organization has.';
