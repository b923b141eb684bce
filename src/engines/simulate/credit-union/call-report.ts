import { parseIsoDate } from '../../../shared/civil-date.ts';
import { type BookReport, figure, of, type Totals } from '../world/book.ts';
import type { BookPlan } from '../world/plan.ts';
import { batchOf, type RowOf, table } from '../world/tables.ts';
import type { LoanKind, ShareKind } from './configuration.ts';

const callReportTable = table(
  'call_report',
  { account: 'text', caption: 'text', amount: 'numeric', number: 'integer' },
  { key: ['account'] },
);

const LOANS: Record<LoanKind, [account: string, caption: string]> = {
  credit_card: ['396', 'Unsecured Credit Card Loans'],
  unsecured: ['397', 'All Other Unsecured Loans/Lines of Credit'],
  new_vehicle: ['385', 'New Vehicle Loans'],
  used_vehicle: ['370', 'Used Vehicle Loans'],
  first_mortgage: ['703', 'Loans Secured by 1st Lien Residential Properties'],
  home_equity: ['386', 'Loans Secured by Junior Lien Residential Properties'],
};

const SHARES: Record<ShareKind, [account: string, caption: string]> = {
  draft: ['902', 'Share Drafts'],
  regular: ['657', 'Regular Shares'],
  money_market: ['911', 'Money Market Shares'],
  certificate: ['908', 'Share Certificates'],
  ira: ['906', 'IRA/KEOGH Accounts'],
  club: ['630', 'All Other Shares'],
};

type Line = RowOf<typeof callReportTable>;
type Write = (account: string, caption: string, amount: number, number?: number) => number;

/** Income and expense of the last calendar year; returns net income. */
function writeIncome(totals: Totals, write: Write): number {
  const year = (account: string) => of(totals, `year ${account}`);
  const interest =
    write('110', 'Interest on Loans', -year('loan_interest')) +
    write('120', 'Income from Investments', -year('investment_income'));
  write('115', 'Total Interest Income', interest);
  const dividends = write('380', 'Dividends on Shares', year('dividend_expense'));
  write('350', 'Total Interest Expense', dividends);
  const provision = write('300', 'Provision for Loan and Lease Losses', year('provision'));
  const fees = write('131', 'Fee Income', -year('fee_income'));
  const expense = write('671', 'Total Non-Interest Expense', year('operating_expense'));
  return write('661A', 'Net Income (Loss)', interest - dividends - provision + fees - expense);
}

/** Computes lines of NCUA Form 5300 that the books hold; amounts in minor units. */
function linesOf(totals: Totals): Line[] {
  const lines: Line[] = [];
  const write: Write = (account, caption, amount, number = Number.NaN) => {
    lines.push({ account, caption, amount, number });
    return amount;
  };
  const ledger = (account: string) => of(totals, `ledger ${account}`);
  const cash = write('AS0009', 'Cash and Investments', ledger('cash_and_investments'));
  const kinds = Object.keys(LOANS) as LoanKind[];
  const owed = kinds.map((kind) =>
    write(...LOANS[kind], of(totals, `loans ${kind}`), of(totals, `number of loans ${kind}`)),
  );
  const loans = write(
    '025B',
    'Total Loans and Leases',
    owed.reduce((sum, amount) => sum + amount, 0),
  );
  const allowance = write('719', 'Allowance for Loan and Lease Losses', -ledger('allowance'));
  const assets = write('010', 'TOTAL ASSETS', cash + loans - allowance);
  const held = (Object.keys(SHARES) as ShareKind[]).map((kind) =>
    write(...SHARES[kind], of(totals, `shares ${kind}`), of(totals, `number of ${kind}`)),
  );
  const shares = write(
    '013',
    'Total Shares',
    held.reduce((sum, amount) => sum + amount, 0),
  );
  write('018', 'Total Shares and Deposits', shares);
  const reserve = write('931', 'Regular Reserves', -ledger('regular_reserve'));
  const income = [
    'loan_interest',
    'investment_income',
    'fee_income',
    'dividend_expense',
    'operating_expense',
    'provision',
  ];
  const earned = -income.reduce((sum, account) => sum + ledger(account), 0);
  const undivided = write('940', 'Undivided Earnings', -ledger('undivided_earnings') + earned);
  const worth = write('997', 'TOTAL NET WORTH', reserve + undivided);
  write('014', 'TOTAL LIABILITIES, SHARES, AND EQUITY', shares + worth);
  write('020B', 'Total Delinquent Loans 30 to 59 Days', of(totals, 'past due 1'));
  const late = [
    write('021B', 'Total Delinquent Loans 60 to 179 Days', of(totals, 'past due 2')),
    write('022B', 'Total Delinquent Loans 180 to 359 Days', of(totals, 'past due 6')),
    write('023B', 'Total Delinquent Loans 360 Days and Over', of(totals, 'past due 12')),
  ];
  write(
    '041B',
    'Total Reportable Delinquency (60 Days and Over)',
    late.reduce((sum, amount) => sum + amount, 0),
  );
  write('550', 'Total Loans Charged Off Year-to-Date', of(totals, 'year charge_off'));
  write('551', 'Total Recoveries Year-to-Date', of(totals, 'year recovery'));
  writeIncome(totals, write);
  write('083', 'Number of Current Members', Number.NaN, of(totals, 'members'));
  write('998', 'Net Worth Ratio (percent)', Math.round((10_000 * worth) / assets));
  return lines;
}

/** Standard errors of figures times the root of the number of loans, between seeds (measured). */
const ERRORS = { delinquency: 0.08, chargeOffs: 0.06, average: 35_000, margin: 0.05 };

const NCUA = 'NCUA Quarterly Credit Union Data Summary, 2018 Q3 to 2021 Q1';

export function callReport(plan: BookPlan, totals: Totals): BookReport {
  const lines = linesOf(totals);
  const line = (account: string) => lines.find((row) => row.account === account)!;
  const amount = (account: string) => line(account).amount;
  const loans = amount('025B');
  const count = lines.reduce(
    (sum, { caption, number }) => sum + (/Loan/.test(caption) && number > 0 ? number : 0),
    0,
  );
  const enough = count >= 1000;
  const isYear = parseIsoDate(plan.endDate) - parseIsoDate(plan.startDate) >= 360;
  const range = (low: number, high: number, error = 0) => {
    const margin = (2 * error) / Math.sqrt(Math.max(1, count));
    const source = error === 0 ? NCUA : `${NCUA}; two standard errors of ${count} loans are added`;
    return { low: low - margin, high: high + margin, source, enough };
  };
  return {
    figures: [
      figure('rows of postings', of(totals, 'transactions'), {
        low: plan.transactions * 0.95,
        high: plan.transactions * 1.05,
        source: 'request, as near as funds allow',
        enough: plan.transactions > 0,
      }),
      figure(
        'delinquency, 60 days and over to loans',
        amount('041B') / loans,
        range(0.0046, 0.0079, ERRORS.delinquency),
      ),
      figure('net charge-offs to loans, a year', (amount('550') - amount('551')) / loans, {
        ...range(0.0032, 0.006, ERRORS.chargeOffs),
        enough: enough && isYear,
      }),
      figure('net worth ratio', amount('997') / amount('010'), range(0.1, 0.1121)),
      figure('loans to shares', loans / amount('013'), range(0.688, 0.849)),
      figure(
        'average loan balance in dollars',
        loans / count / 100,
        range(15_042, 16_157, ERRORS.average),
      ),
      figure('net interest margin to assets', (amount('115') - amount('350')) / amount('010'), {
        ...range(0.0257, 0.031, ERRORS.margin),
        enough: enough && isYear,
      }),
      figure('ledger imbalance, minor units', of(totals, 'imbalance'), {
        low: 0,
        high: 0,
        source: 'double entry',
      }),
    ],
    facts: {},
    files: { call_report: batchOf(callReportTable, lines) },
  };
}
