import { move, place, withdraw } from './move.ts';
import { type Builder, member, moment, outside, sum } from './scheme-builder.ts';
import { keep, splitAmount } from './shares.ts';

export function mule(b: Builder): void {
  const v = member(b, 'person');
  const total = sum(b, 5);
  const first = place(b, {
    to: v,
    amount: total,
    time: moment(b, 0, 0.1),
    role: 'mule',
    cash: false,
  });
  const count = Math.max(1, Math.min(6, b.rows));
  const parts = splitAmount(keep(total, 0.9), count, b);
  parts.forEach((part, i) => {
    const how = { role: 'mule', hop: 1, source: first };
    const time = moment(b, 0.15, 1);
    if (i % 2 === 0 && part > 4000) withdraw(b, { from: v, amount: part, time, how });
    else move(b, { from: v, to: outside(b, 'person'), amount: part, time, how });
  });
}

export function roundTrip(b: Builder): void {
  const v = member(b, 'business');
  const amount = sum(b, 3);
  const abroad = outside(b, 'foreign');
  const first = place(b, {
    to: v,
    amount: keep(amount, 1.05),
    time: moment(b, 0, 0.08),
    role: 'owner',
    cash: false,
  });
  const count = Math.max(1, Math.min(3, Math.floor(b.rows / 2)));
  let source = first;
  let sent = amount;
  for (let i = 0; i < count; i++) {
    const low = 0.1 + (0.9 * i) / count;
    source = move(b, {
      from: v,
      to: abroad,
      amount: sent,
      time: moment(b, low, low + 0.3 / count),
      how: {
        role: 'owner',
        hop: 2 * i + 1,
        source,
      },
    });
    const back = keep(sent, 0.92 + 0.06 * b.stream.float());
    source = move(b, {
      from: abroad,
      to: v,
      amount: back,
      time: moment(b, low + 0.4 / count, low + 0.85 / count),
      how: {
        role: 'owner',
        hop: 2 * i + 2,
        source,
      },
    });
    sent = keep(back, 0.97);
  }
}

export function rapidInOut(b: Builder): void {
  const v = member(b);
  const count = Math.max(1, Math.min(6, Math.floor(b.rows / 2)));
  for (let i = 0; i < count; i++) {
    const amount = sum(b, 1.5);
    const time = moment(b, i / count, (i + 0.5) / count);
    const source = place(b, { to: v, amount, time, role: 'passer', cash: false });
    const delay = Math.floor(
      Math.min(b.span / count / 3, 40 * 3600) * (0.1 + 0.9 * b.stream.float()),
    );
    move(b, {
      from: v,
      to: outside(b, 'person'),
      amount: keep(amount, 0.85 + 0.13 * b.stream.float()),
      time: time + 60 + delay,
      how: { role: 'passer', hop: 1, source },
    });
  }
}

export function tradeMisinvoicing(b: Builder): void {
  const candidate = b.pool(0, 'business');
  if (candidate?.customer.employment !== 'business') {
    b.typology = 'rapid_in_out';
    rapidInOut(b);
    return;
  }
  const v = { member: candidate };
  const partner = outside(b, 'foreign');
  const count = Math.max(1, Math.min(5, Math.floor(b.rows / 2)));
  for (let i = 0; i < count; i++) {
    const worth = sum(b, 2);
    const low = i / count;
    const source = place(b, {
      to: v,
      amount: keep(worth, 1.9),
      time: moment(b, low, low + 0.3 / count),
      role: 'importer',
      cash: false,
    });
    const factor = 1.4 + 0.4 * b.stream.float();
    move(b, {
      from: v,
      to: partner,
      amount: keep(worth, factor),
      time: moment(b, low + 0.4 / count, low + 0.9 / count),
      how: {
        role: 'importer',
        hop: 1,
        source,
      },
    });
  }
}

/** Plans a dormant account that wakes after half a year and passes money on within days. */
export function dormantBurst(b: Builder): void {
  const candidate = b.pool(0, 'dormant');
  if (candidate === null) {
    b.typology = 'rapid_in_out';
    rapidInOut(b);
    return;
  }
  const v = { member: candidate };
  b.span = Math.min(b.span, 5 * 86_400);
  const count = Math.max(1, Math.min(5, Math.floor(b.rows / 2)));
  for (let i = 0; i < count; i++) {
    const amount = sum(b, 2);
    const low = i / count;
    const source = place(b, {
      to: v,
      amount,
      time: moment(b, low, low + 0.4 / count),
      role: 'sleeper',
      cash: false,
    });
    const out = { role: 'sleeper', hop: 1, source };
    move(b, {
      from: v,
      to: outside(b, 'person'),
      amount: keep(amount, 0.95),
      time: moment(b, low + 0.5 / count, low + 0.95 / count),
      how: out,
    });
  }
}
