export { books, bookTally, isBook, planOfBook, simulateBook } from './books.ts';
export { aggregatesOf } from './calibrate/aggregates.ts';
export { type Calibrated, type CalibrateOptions, calibrate } from './calibrate/calibrate.ts';
export { calibratePrivately, calibrateTo, missedOf } from './calibrate/calibrate-to.ts';
export { type Likeness, likenessOf } from './calibrate/likeness.ts';
export { BANK_KINDS, MOVEMENT_KINDS, type Movements, OTHER } from './calibrate/movements.ts';
export { codeOf } from './calibrate/movements-of-bank.ts';
export {
  type CalibrationColumns,
  movementsOfTable,
  type Unknown,
} from './calibrate/movements-of-table.ts';
export { privateAggregatesOf, privateCostOf, type Spent } from './calibrate/private-aggregates.ts';
export { checkBook, type LawResult, lawTally } from './check-laws.ts';
export { type PresetName, presets } from './configuration/presets.ts';
export { type Configuration, configurationSchema } from './configuration/schema.ts';
export type { ExistingAccount, ExistingCustomer } from './existing/existing.ts';
export { type AccountsForRequest, simulateAccountsFor } from './existing/simulate-accounts-for.ts';
export {
  type OnAccountsOutput,
  type OnAccountsRequest,
  simulateOnAccounts,
} from './existing/simulate-on-accounts.ts';
export { type CellPlan, engineVersion, plan, type SimulationPlan } from './plan.ts';
export {
  type Figure,
  type RealismReport,
  realismReport,
  realismTally,
} from './realism/realism-report.ts';
export { type SimulationRequest, SimulationRequestError } from './request.ts';
export { csvEncoder, csvHeader, encodeCopy, encodeCsv } from './rows/encode.ts';
export {
  accountFields,
  customerFields,
  groundTruthFields,
  transactionFields,
} from './rows/fields.ts';
export type { BatchColumn, Field, FieldType, RowBatch } from './rows/row-batch.ts';
export {
  accountOwnerFields,
  agreementFields,
  beneficialOwnerFields,
  knownCustomerFields,
  paymentFields,
} from './rows/side-tables.ts';
export { cellText, rowObjects } from './rows/text-form.ts';
export { drawnSchemes } from './schemes/drawn-schemes.ts';
export { type CellOutput, simulateCells } from './simulate-cells.ts';
export type { BookOutput } from './world/book.ts';
export { type BookName, type BookPlan, type BookRequest, bookVersion } from './world/plan.ts';
