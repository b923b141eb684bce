import type { SealedManifest } from '../../engines/provenance/manifest.ts';

/** Returns true if a batch mixes synthetic rows with rows of the file. */
export const isBlend = ({ counts }: SealedManifest): boolean => counts.real !== undefined;

export const BLENDED = 'A blend contains rows of the source file, which only its organization has.';
