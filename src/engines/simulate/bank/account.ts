export type AccountType = 'checking' | 'savings' | 'credit_card' | 'loan' | 'business_checking';

export type AccountStatus = 'pending' | 'active' | 'dormant' | 'frozen' | 'closed' | 'charged_off';

export type Account = {
  id: string;
  type: AccountType;
  /** Index of the owner among the cell's customers. */
  owner: number;
  status: AccountStatus;
  /** Every state with the day it began, in order. */
  history: [AccountStatus, number][];
  opened: number;
  closed: number;
  /** First and last day on which anything may be booked. */
  from: number;
  to: number;
  /** Minor units. Card line, overdraft or original loan; 0 where there is none. */
  limit: number;
  opening: number;
  daysPastDue: number;
  number: string;
  bankCode: string;
  card: string;
};

/** A day that no window reaches. */
export const FOREVER = 2147483647;
