-- Days on which a transaction is booked and from which it bears interest; null if declined or pending.
alter table bank.transactions add column booking_date date, add column value_date date;
alter table private.demo_transactions add column booking_date date, add column value_date date;
