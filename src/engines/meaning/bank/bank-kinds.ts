import { account } from './account.ts';
import { accountType } from './account-type.ts';
import { amount } from './amount.ts';
import { balance } from './balance.ts';
import type { BankKind } from './bank-kind.ts';
import { bookingDate } from './booking-date.ts';
import { category } from './category.ts';
import { channel } from './channel.ts';
import { counterpartyAccount } from './counterparty-account.ts';
import { counterpartyName } from './counterparty-name.ts';
import { country } from './country.ts';
import { credit } from './credit.ts';
import { currency } from './currency.ts';
import { customer } from './customer.ts';
import { debit } from './debit.ts';
import { description } from './description.ts';
import { device } from './device.ts';
import { direction } from './direction.ts';
import { merchant } from './merchant.ts';
import { merchantCountry } from './merchant-country.ts';
import { other } from './other.ts';
import { reference } from './reference.ts';
import { valueDate } from './value-date.ts';

/** All kinds; patterns of earlier ones are tried first, and of equal terms they win. */
export const BANK_KINDS: readonly BankKind[] = [
  valueDate,
  bookingDate,
  balance,
  amount,
  debit,
  credit,
  currency,
  merchantCountry,
  country,
  accountType,
  direction,
  description,
  account,
  counterpartyAccount,
  counterpartyName,
  customer,
  merchant,
  category,
  channel,
  device,
  reference,
  other,
];
