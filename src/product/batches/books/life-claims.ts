import {
  type BookFeatures,
  countedText,
  daysOfCover,
  reportDelay,
  timesMedian,
} from './book-features.ts';

/** One row per death claim. Early is a death within two years of the policy's start. */
const sql = `
with claim as (
  select row_number() over () as place, c.*, p.inception, p.broker_id, p.benefit, p.product,
         date_diff('day', p.inception::date, c.loss_date::date) as days_of_cover,
         median(p.benefit::double) over (partition by p.product) as usual,
         (select any_value(party_id) from claim_parties r where r.claim_id = c.claim_id and role = 'doctor') as doctor_id
    from claims c join policies p using (policy_id))
select c.claim_id, c.policy_id, c.product, c.cause, c.city, c.loss_date, c.report_date, c.status, c.incurred, c.paid,
       c.days_of_cover,
       date_diff('day', c.loss_date::date, c.report_date::date) as report_delay,
       round(c.benefit::double / nullif(c.usual, 0), 2) as times_median,
       case when c.days_of_cover < 730 then
         (select count(*) from claim o where o.doctor_id = c.doctor_id and o.claim_id <> c.claim_id and o.days_of_cover < 730)
       else 0 end as doctor_deaths,
       case when c.days_of_cover < 730 then
         (select count(*) from claim o where o.broker_id = c.broker_id and o.claim_id <> c.claim_id and o.days_of_cover < 730)
       else 0 end as broker_deaths,
       exists (select 1 from ground_truth t where t.claim_id = c.claim_id and t.fraud = 'true') as is_fraud
  from claim c order by place`;

export const lifeClaims: BookFeatures = {
  tables: ['claims', 'claim_parties', 'policies', 'ground_truth'],
  sql,
  features: {
    days_of_cover: { ...daysOfCover, weight: 0.2 },
    report_delay: { ...reportDelay, weight: 0.1 },
    times_median: { ...timesMedian('product'), weight: 0.1 },
    doctor_deaths: {
      weight: 2,
      sentence: (value) =>
        `Its doctor certified ${countedText(value, 'other death')} within two years of issue`,
    },
    broker_deaths: {
      weight: 2,
      sentence: (value) =>
        `Its broker sold ${countedText(value, 'other policy', 'other policies')} with a death within two years`,
    },
  },
};
