const NUMBER = /^[+-]\d[\d.,\u0020\u00a0'\u2019]*$/;

/** Returns true if spreadsheets run a cell of plain text as a formula: =, +, - or @, and no number. */
export const isFormulaLike = (text: string): boolean => /^[=+@-]./.test(text) && !NUMBER.test(text);

export const formulaWarning = (columns: readonly string[]): string =>
  `Spreadsheets can run cells as formulas that begin with =, +, - or @, as in ${columns.slice(0, 5).join(', ')}${columns.length > 5 ? ` and ${columns.length - 5} more columns` : ''}. In Excel format they are text.`;
