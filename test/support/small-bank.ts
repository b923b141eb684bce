const record = (...fields: (string | number)[]) => `${fields.join(',')}\n`;
const day = (from: number, days: number) =>
  new Date(Date.UTC(2024, 0, 1 + from + days)).toISOString().slice(0, 10);

export function smallBank(customers: number): {
  customers: string;
  accounts: string;
  bookings: string;
} {
  let people = 'customer_id,segment,joined\n';
  let accounts = 'account_no,customer_id,kind,opened\n';
  let bookings = 'id,account,booked_on,amount,balance\n';
  let account = 0;
  let booking = 0;
  for (let c = 1; c <= customers; c++) {
    const id = `C${String(c).padStart(5, '0')}`;
    people += record(id, ['retail', 'private', 'business'][c % 3]!, day(c % 200, 0));
    for (let a = 0; a <= c % 2; a++) {
      account++;
      const number = 700000 + account;
      const kind = a === 0 ? 'current' : 'savings';
      accounts += record(number, id, kind, day(c % 200, 3 + a));
      let cents = 0;
      for (let b = 0; b < 6 + (c % 5); b++) {
        booking++;
        const step = b === 0 ? 50_000 : ((c * 37 + b * 101) % 9000) - 4000;
        cents += step;
        bookings += record(
          booking,
          number,
          day(c % 200, 5 + a + b * 7),
          (step / 100).toFixed(2),
          (cents / 100).toFixed(2),
        );
      }
    }
  }
  return { customers: people, accounts, bookings };
}
