export type AccountType = 'checking' | 'savings' | 'credit_card' | 'loan' | 'business_checking';

export type AccountStatus = 'pending' | 'active' | 'dormant' | 'frozen' | 'closed' | 'charged_off';

export type Account = {
  id: string;
  type: AccountType;
  /** Index of the owner among the cell's customers. */
  owner: number;
  status: AccountStatus;
  history: [AccountStatus, number][];
  opened: number;
  closed: number;
  /** First and last day on which bookings are allowed. */
  from: number;
  to: number;
  /** Card line, overdraft or original loan in minor units; 0 if none. */
  limit: number;
  opening: number;
  daysPastDue: number;
  number: string;
  bankCode: string;
  card: string;
};

export const FOREVER = 2147483647;
