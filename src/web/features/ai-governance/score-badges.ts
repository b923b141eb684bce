import type { Tone } from '../../ui/badge.tsx';

export type ScoreBadge = { label: string; tone: Tone };

export function accuracyBadge(score: number | null): ScoreBadge {
  if (score === null) return { label: 'N/A', tone: 'secondary' };
  if (score >= 0.9) return { label: 'Excellent', tone: 'good' };
  if (score >= 0.7) return { label: 'Good', tone: 'good' };
  return { label: 'Fair', tone: 'warning' };
}

export function riskBadge(score: number | null): ScoreBadge {
  if (score === null) return { label: 'N/A', tone: 'secondary' };
  if (score < 1.5) return { label: 'Low', tone: 'good' };
  if (score < 2.5) return { label: 'Medium', tone: 'warning' };
  return { label: 'High', tone: 'danger' };
}
