export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s/][^\s/.]*\.[^\s]+$/i.test(text);
