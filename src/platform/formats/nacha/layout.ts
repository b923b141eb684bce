/** Fields of a record by first and last position, from 1. */
type Layout = Record<string, readonly [first: number, last: number]>;

export const FILE_HEADER: Layout = {
  immediateDestination: [4, 13],
  immediateOrigin: [14, 23],
  fileCreationDate: [24, 29],
  fileCreationTime: [30, 33],
  fileIdModifier: [34, 34],
  immediateDestinationName: [41, 63],
  immediateOriginName: [64, 86],
  referenceCode: [87, 94],
};

const BATCH_HEADER: Layout = {
  serviceClass: [2, 4],
  companyName: [5, 20],
  companyDiscretionaryData: [21, 40],
  companyId: [41, 50],
  standardEntryClass: [51, 53],
  entryDescription: [54, 63],
  descriptiveDate: [64, 69],
  effectiveDate: [70, 75],
  settlementDate: [76, 78],
  originatorStatus: [79, 79],
  odfi: [80, 87],
  batchNumber: [88, 94],
};

const IAT_BATCH_HEADER: Layout = {
  serviceClass: [2, 4],
  iatIndicator: [5, 20],
  foreignExchangeIndicator: [21, 22],
  foreignExchangeReferenceIndicator: [23, 23],
  foreignExchangeReference: [24, 38],
  destinationCountry: [39, 40],
  companyId: [41, 50],
  standardEntryClass: [51, 53],
  entryDescription: [54, 63],
  originatingCurrency: [64, 66],
  destinationCurrency: [67, 69],
  effectiveDate: [70, 75],
  settlementDate: [76, 78],
  originatorStatus: [79, 79],
  odfi: [80, 87],
  batchNumber: [88, 94],
};

const ENTRY: Layout = {
  transactionCode: [2, 3],
  rdfi: [4, 11],
  checkDigit: [12, 12],
  account: [13, 29],
  amount: [30, 39],
  individualId: [40, 54],
  individualName: [55, 76],
  discretionaryData: [77, 78],
  addendaIndicator: [79, 79],
  trace: [80, 94],
};

const IAT_ENTRY: Layout = {
  transactionCode: [2, 3],
  rdfi: [4, 11],
  checkDigit: [12, 12],
  addendaRecords: [13, 16],
  amount: [30, 39],
  account: [40, 74],
  gatewayOfacScreening: [77, 77],
  secondaryOfacScreening: [78, 78],
  addendaIndicator: [79, 79],
  trace: [80, 94],
};

const ADV_ENTRY: Layout = {
  transactionCode: [2, 3],
  rdfi: [4, 11],
  checkDigit: [12, 12],
  account: [13, 27],
  amount: [28, 39],
  adviceRoutingNumber: [40, 48],
  fileIdentification: [49, 53],
  achOperatorData: [54, 54],
  individualName: [55, 76],
  discretionaryData: [77, 78],
  addendaIndicator: [79, 79],
  achOperatorRoutingNumber: [80, 87],
  julianDay: [88, 90],
  sequenceNumber: [91, 94],
};

const ADDENDA: Record<string, Layout> = {
  '05': { paymentInformation: [4, 83], sequence: [84, 87], entrySequence: [88, 94] },
  '98': {
    changeCode: [4, 6],
    originalTrace: [7, 21],
    originalRdfi: [28, 35],
    correctedData: [36, 64],
    trace: [80, 94],
  },
  '99': {
    returnReason: [4, 6],
    originalTrace: [7, 21],
    dateOfDeath: [22, 27],
    originalRdfi: [28, 35],
    information: [36, 79],
    trace: [80, 94],
  },
  '10': {
    transactionType: [4, 6],
    foreignAmount: [7, 24],
    foreignTrace: [25, 46],
    receivingName: [47, 81],
  },
};
const OTHER_ADDENDA: Layout = { information: [4, 94] };

export const batchHeaderOf = (entryClass: string): Layout =>
  entryClass === 'IAT' ? IAT_BATCH_HEADER : BATCH_HEADER;

export const entryOf = (entryClass: string): Layout =>
  entryClass === 'IAT' ? IAT_ENTRY : entryClass === 'ADV' ? ADV_ENTRY : ENTRY;

export const addendaOf = (type: string): Layout => ADDENDA[type] ?? OTHER_ADDENDA;

/** Layout of debit and credit totals, which are longer in accounting advice (ADV). */
export const totalsOf = (isAdvice: boolean, from: number) => {
  const width = isAdvice ? 20 : 12;
  return {
    debits: [from, from + width - 1],
    credits: [from + width, from + 2 * width - 1],
  } as const;
};

export const fieldAt = (record: string, [first, last]: readonly [number, number]): string =>
  record.slice(first - 1, last);

export function fieldsOf(record: string, layout: Layout): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const name in layout) {
    const text = fieldAt(record, layout[name]!).trim();
    if (text !== '') fields[name] = text;
  }
  return fields;
}
