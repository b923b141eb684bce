/** Matches a partly masked card or personal number: 453210******1962, ***-**-3466. */
export const isMaskedNumber = (text: string): boolean =>
  /^(?=.*[*•#xX]{3})[\d *•#xX-]+\d{2}$/.test(text);
