/** Active currency codes of ISO 4217 (list one, without funds and metals). */
const CODES =
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF ' +
  'CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD ' +
  'HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD ' +
  'LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK ' +
  'PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS ' +
  'TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG';

/** Currency signs of several letters; single characters are matched by Unicode category Sc. */
const SIGNS = [
  'US$',
  'A$',
  'C$',
  'R$',
  'HK$',
  'NZ$',
  'S$',
  'CA$',
  'AU$',
  'Rs.',
  'Rs',
  'kr.',
  'kr',
  'zł',
  'Kč',
  'Ft',
  'lei',
  'Fr.',
  '%',
];

const units = new Set([...CODES.split(' '), ...SIGNS]);

export const isUnit = (text: string): boolean => units.has(text) || /^\p{Sc}$/u.test(text);
