export type Tone = 'bad' | 'warning' | 'good' | 'open';
export type Finding = {
  tone: Tone;
  text: string;
  detail?: string;
  part: ReportPart;
  weight: number;
};
export type ReportPart =
  | 'usefulness'
  | 'quality'
  | 'columns'
  | 'relations'
  | 'rules'
  | 'fairness'
  | 'privacy'
  | 'figures'
  | 'not-measured';
