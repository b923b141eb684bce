import { type BookFeatures, countedText } from './book-features.ts';

/** One row per member. Months are those of the calendar; a burst is the highest month to the mean. */
const sql = `
with member as (select row_number() over () as place, m.* from members m),
loan as (
  select l.member_id, max(l.days_past_due::int) as days_past_due,
         count(*) filter (l.kind <> 'credit_card' and paid.payments is null and l.first_due::date < last.day - 60) as never_paid,
         count(*) filter (l.status = 'charged_off') as charged_off,
         max(case when l.kind = 'credit_card' then used.most / nullif(l.credit_limit::double, 0) end) as card_use
    from loans l
    cross join (select max(booked_on::date) as day from postings) last
    left join (select account_id, count(*) as payments from postings where kind = 'payment' group by 1) paid
      on paid.account_id = l.loan_id
    left join (select account_id, max(balance_after::double) as most from postings group by 1) used
      on used.account_id = l.loan_id
   group by 1),
month as (
  select member_id, date_trunc('month', booked_on::date) as month,
         sum(-amount::double) filter (kind = 'withdrawal') as withdrawn,
         count(*) filter (kind = 'withdrawal') as withdrawals,
         sum(abs(amount::double)) filter (kind = 'card_purchase') as spent
    from postings group by 1, 2),
burst as (
  select member_id, max(withdrawals) as withdrawals,
         max(spent) / nullif(avg(spent), 0) as spending_burst,
         max(withdrawn) as withdrawn
    from month group by 1),
held as (select member_id, sum(opening_balance::double) as opening from shares group by 1)
select m.member_id, m.city, m.birth_year, m.field_of_membership, m.joined,
       coalesce(never_paid, 0) as never_paid, coalesce(days_past_due, 0) as days_past_due,
       coalesce(charged_off, 0) as charged_off, round(coalesce(card_use, 0), 2) as card_use,
       coalesce(withdrawals, 0) as withdrawals,
       round(coalesce(withdrawn / nullif(opening, 0), 0), 2) as withdrawn_share,
       round(coalesce(spending_burst, 1), 1) as spending_burst,
       exists (select 1 from ground_truth t where t.member_id = m.member_id and t.fraud = 'true') as is_fraud
  from member m
  left join loan on loan.member_id = m.member_id
  left join burst on burst.member_id = m.member_id
  left join held on held.member_id = m.member_id
 order by place`;

export const members: BookFeatures = {
  tables: ['members', 'shares', 'loans', 'postings', 'ground_truth'],
  sql,
  features: {
    never_paid: {
      weight: 2,
      sentence: (value) => `${countedText(value, 'loan')} without a single payment`,
    },
    days_past_due: { sentence: (value) => `A loan is ${value} days past due` },
    charged_off: { sentence: (value) => `${countedText(value, 'loan')} charged off` },
    card_use: {
      isShare: true,
      sentence: (value) => `Card balance reached ${Math.round(value * 100)} % of its limit`,
    },
    withdrawals: { sentence: (value) => `${countedText(value, 'cash withdrawal')} in one month` },
    withdrawn_share: {
      isShare: true,
      sentence: (value) =>
        `Withdrew ${Math.round(value * 100)} % of the opening balances in one month`,
    },
    spending_burst: {
      sentence: (value) => `Card purchases of one month are ${value} times the member's average`,
    },
  },
};
