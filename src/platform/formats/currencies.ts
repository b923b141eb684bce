/** Decimals of currencies (ISO 4217); all others have two. */
const DECIMALS: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const decimalsByCurrency = new Map(
  Object.entries(DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(decimals)]),
  ),
);

export const decimalsOf = (currency: string | null): number =>
  decimalsByCurrency.get(currency ?? '') ?? 2;
