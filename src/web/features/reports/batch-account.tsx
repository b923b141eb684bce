import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DrawAccountAnswer, DrawnAccount } from '../../../shared/contracts/batches.ts';
import { AccountTimeline } from '../../charts/account-timeline.tsx';
import { PageOfRows } from '../../components/page-of-rows.tsx';
import { drawnAccountQuery } from '../../data/batches.ts';
import { formatAmount, formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHead } from '../../ui/card.tsx';
import { Pager } from '../../ui/pager.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EmptyState } from '../../ui/states.tsx';

const PAGE_SIZE = 20;

/** Card that draws one account of a synthetic batch, once the user asks for it. */
export function BatchAccount({ batchId }: { batchId: string }) {
  const [account, setAccount] = useState<string>();
  const [open, setOpen] = useState(false);
  const query = useQuery({ ...drawnAccountQuery(batchId, account), enabled: open });
  return (
    <Card aria-labelledby="account-title" className="mb-6">
      <CardHead
        id="account-title"
        title="Account"
        action={
          <Button
            size="small"
            aria-expanded={open}
            busy={open && query.isFetching}
            busyLabel="Reading rows"
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide' : 'Draw an account'}
          </Button>
        }
      >
        Balance, transactions and recurring payments of one synthetic account.
      </CardHead>
      {open && (
        <QueryView query={query} errorTitle="The account could not be drawn" skeletonRows={6}>
          {(answer) => <Answer answer={answer} onAccount={setAccount} />}
        </QueryView>
      )}
    </Card>
  );
}

function Answer(props: { answer: DrawAccountAnswer; onAccount: (account: string) => void }) {
  const { drawn, rows_read, total } = props.answer;
  if (drawn === null)
    return (
      <EmptyState title="No accounts in this batch">
        A timeline needs a column of accounts, one of times and one of amounts.
      </EmptyState>
    );
  return (
    <div className="px-5 pb-5">
      <div className="mb-5 flex flex-wrap items-end gap-x-6 gap-y-3">
        <SelectField
          label={drawn.account_column}
          className="w-full max-w-sm"
          value={drawn.account}
          options={drawn.accounts.map(({ account, rows }) => ({
            value: account,
            label: `${account} (${formatCount(rows)} rows)`,
          }))}
          onChange={props.onAccount}
        />
        {rows_read < total && (
          <p className="text-ink-soft">
            Of the first {formatCount(rows_read)} of {formatCount(total)} rows.
          </p>
        )}
      </div>
      <AccountTimeline drawn={drawn} />
      <Recurring recurring={drawn.recurring} />
      <AccountRows key={drawn.account} drawn={drawn} />
    </div>
  );
}

function Recurring({ recurring }: Pick<DrawnAccount, 'recurring'>) {
  if (recurring.length === 0)
    return <p className="mt-5 text-ink-soft">No payments recur each week, month or quarter.</p>;
  return (
    <table className="mt-5 w-full max-w-xl border-collapse text-left">
      <caption className="figure-serif mb-2 text-left">Recurring payments</caption>
      <thead>
        <tr>
          {['Name', 'Every', 'Median amount', 'Payments'].map((name, i) => (
            <th
              key={name}
              scope="col"
              className={`label-caps border-b border-line py-1.5 font-normal ${i > 1 ? 'text-right' : ''}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {recurring.map(({ name, every, amount, rows }) => (
          <tr key={`${name} ${Math.sign(amount)}`} className="border-b border-line">
            <td className="py-1 wrap-anywhere">{name}</td>
            <td className="py-1">{every}</td>
            <td className="py-1 text-right">{formatAmount(amount)}</td>
            <td className="py-1 text-right">{rows.length}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AccountRows({ drawn: { columns, rows, account } }: { drawn: DrawnAccount }) {
  const [page, setPage] = useState(1);
  const offset = (page - 1) * PAGE_SIZE;
  return (
    <div className="mt-6 -mx-5 border-t border-line">
      <PageOfRows
        label={`Rows of ${account}`}
        data={{ columns, rows: rows.slice(offset, offset + PAGE_SIZE) }}
        offset={offset}
      />
      <Pager page={page} size={PAGE_SIZE} total={rows.length} onPage={setPage} />
    </div>
  );
}
