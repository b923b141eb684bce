import type { SealedManifest } from '../../engines/provenance/manifest.ts';

export const isBlend = ({ counts }: SealedManifest): boolean => counts.real !== undefined;

export const BLENDED = 'A blend contains rows of the source file, which only its organization has.';
