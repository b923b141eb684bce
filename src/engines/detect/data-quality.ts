import type { Ledger } from './features/ledger.ts';
import { checkBalances, type LedgerCheck } from './ledger-check.ts';

export type DataQuality = {
  missingAmounts: number;
  missingTimes: number;
  duplicateIds: number;
  rows: number[];
  ledger?: LedgerCheck;
};

const MAX_ROWS = 100;

/** Reports defects of the file. Affected rows are still scored by the values they have. */
export function dataQualityOf(ledger: Ledger): DataQuality {
  const { amounts, time } = ledger;
  const quality: DataQuality = { missingAmounts: 0, missingTimes: 0, duplicateIds: 0, rows: [] };
  for (let row = 0; row < ledger.rows; row++) {
    const noAmount = amounts !== null && Number.isNaN(amounts[row]);
    const noTime = time !== null && Number.isNaN(time[row]);
    if (noAmount) quality.missingAmounts++;
    if (noTime) quality.missingTimes++;
    if ((noAmount || noTime) && quality.rows.length < MAX_ROWS) quality.rows.push(row);
  }
  const ids = ledger.codes('id');
  if (ids !== undefined) {
    const present = ids.codes.reduce((sum, code) => sum + (code >= 0 ? 1 : 0), 0);
    quality.duplicateIds = present - new Set(ids.codes.filter((code) => code >= 0)).size;
  }
  const balances = checkBalances(ledger);
  if (balances !== null) quality.ledger = balances;
  return quality;
}
