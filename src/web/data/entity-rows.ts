import { queryOptions } from '@tanstack/react-query';
import type { BankTable } from '../../shared/bank-tables.ts';
import { EXPLORER_ROWS } from '../../shared/limits.ts';
import { unwrap } from '../lib/service-error.ts';
import { openClient } from './client.ts';
import type { Account, Customer, Transaction } from './rows.ts';

export type EntityRow = Customer | Account | Transaction;

const SELECTIONS: Record<BankTable, { columns: string; newest: string }> = {
  customers: {
    columns: 'customer_id,full_name,email,city,risk_segment,join_date,seq',
    newest: 'seq',
  },
  accounts: {
    columns: 'account_id,account_type,status,current_balance,credit_limit,open_date,seq',
    newest: 'seq',
  },
  transactions: {
    columns: 'txn_id,amount,currency,channel,merchant_category,aml_flag,txn_ts,seq',
    newest: 'txn_ts',
  },
};

export const entityRowsQuery = (tab: BankTable) =>
  queryOptions({
    queryKey: ['explorer', tab],
    queryFn: async (): Promise<EntityRow[]> => {
      const client = await openClient();
      const { newest, columns } = SELECTIONS[tab];
      const rows = unwrap(
        await client
          .from(tab)
          .select(columns)
          .order(newest, { ascending: false })
          .limit(EXPLORER_ROWS)
          .returns<EntityRow[]>(),
      );
      return rows ?? [];
    },
  });
