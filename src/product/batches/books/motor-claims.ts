import {
  type BookFeatures,
  countedText,
  daysOfCover,
  reportDelay,
  timesMedian,
} from './book-features.ts';

/**
 * One row per claim. An accident is a policy on a day, so the claims of one accident count once;
 * persons are claimants, passengers, witnesses and drivers.
 */
const sql = `
with claim as (
  select row_number() over () as place, c.*, policy_id || ' ' || loss_date as accident,
         median(incurred::double) over (partition by peril) as usual
    from claims c),
person as (
  select distinct claim_id, accident, party_id from claim_parties join claim using (claim_id)
   where role in ('claimant', 'passenger', 'witness', 'driver')),
met as (select party_id, count(distinct accident) as accidents from person group by 1),
repeats as (
  select claim_id, max(accidents) - 1 as other_accidents, count(*) filter (accidents > 1) as repeated
    from person join met using (party_id) group by 1),
pair as (
  select p.claim_id, q.accident, min(q.claim_id) as other from person p join person q using (party_id)
   where p.accident <> q.accident group by 1, 2 having count(distinct party_id) >= 2),
shared as (
  select claim_id, count(*) as shared_accidents, string_agg(distinct other, ', ' order by other) as shared_claims
    from pair group by 1),
roles as (
  select claim_id, count(*) filter (role = 'passenger') as passengers, count(*) filter (role = 'witness') as witnesses
    from claim_parties group by 1),
office as (
  select distinct claim_id, party_id, incurred::double / nullif(usual, 0) as ratio
    from claim_parties join claim using (claim_id) where role in ('repairer', 'doctor')),
offices as (
  select party_id, median(ratio) as dear, count(*) as handled from office group by 1 having count(*) >= 5),
dear as (
  select claim_id, max(dear) as office_ratio from office join offices using (party_id) group by 1)
select c.claim_id, c.policy_id, c.peril, c.cause, c.city, c.loss_date, c.report_date, c.status, c.incurred, c.paid,
       date_diff('day', h.since::date, c.loss_date::date) as days_of_cover,
       date_diff('day', c.loss_date::date, c.report_date::date) as report_delay,
       round(c.incurred::double / nullif(usual, 0), 2) as times_median,
       coalesce(other_accidents, 0) as other_accidents,
       coalesce(shared_accidents, 0) as shared_accidents,
       shared_claims,
       coalesce(passengers, 0) as passengers,
       coalesce(witnesses, 0) as witnesses,
       round(coalesce(office_ratio, 1), 2) as office_ratio,
       case when c.peril in ('collision', 'comprehensive')
            then round(c.incurred::double / nullif(p.vehicle_value::double, 0), 2) end as share_of_value,
       exists (select 1 from ground_truth t where t.claim_id = c.claim_id and t.fraud = 'true') as is_fraud
  from claim c
  join policies p on p.policy_id = c.policy_id
  join policyholders h on h.policyholder_id = p.policyholder_id
  left join repeats on repeats.claim_id = c.claim_id
  left join shared on shared.claim_id = c.claim_id
  left join roles on roles.claim_id = c.claim_id
  left join dear on dear.claim_id = c.claim_id
 order by place`;

export const motorClaims: BookFeatures = {
  tables: ['claims', 'claim_parties', 'policies', 'policyholders', 'ground_truth'],
  sql,
  features: {
    days_of_cover: daysOfCover,
    report_delay: reportDelay,
    times_median: timesMedian('peril'),
    other_accidents: {
      sentence: (value) =>
        `A person of this claim appears in ${countedText(value, 'other accident')}`,
    },
    shared_accidents: {
      weight: 2,
      others: 'shared_claims',
      sentence: (value) =>
        `Two or more of its persons meet again in ${countedText(value, 'other accident')}`,
    },
    passengers: { sentence: (value) => `${countedText(value, 'passenger')} in the vehicle` },
    witnesses: { sentence: (value) => `${countedText(value, 'witness', 'witnesses')} named` },
    office_ratio: {
      sentence: (value) =>
        `Claims of its repair shop or clinic cost ${value} times the median of their peril`,
    },
    share_of_value: {
      isShare: true,
      sentence: (value) => `Incurred is ${Math.round(value * 100)} % of the vehicle's value`,
    },
  },
};
