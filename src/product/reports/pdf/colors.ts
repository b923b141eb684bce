export const REAL = '#0072B2';
export const SYNTHETIC = '#D55E00';
export const INK_SOFT = '#4A5763';
export const LINE = '#7C8790';
