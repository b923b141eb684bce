/** Texts of a row of `payments`; rows with the same texts share one. */
export type Form = {
  /** Place among the forms of the chunk of this number, the last one that it was noted in. */
  chunk: number;
  place: number;
  /** Event of a payment, such as `direct_debit` or `chargeback`. */
  event: string;
  reason: string;
  /** Currency of the original amount, and its rate in the account's currency. */
  currency: string;
  rate: string;
};

/** Row of `payments`: a transaction's properties that its booking does not show. */
export type Detail = {
  form: Form;
  /** Row of the cell that this one follows; -1 for none. */
  related: number;
  /** Number of the mandate or standing order among the cell's; 0 for none. */
  agreement: number;
  /** Amount in minor units of another currency; NaN for none. */
  original: number;
};

export const newForm = ({
  event,
  reason,
  currency,
  rate,
}: Omit<Form, 'chunk' | 'place'>): Form => ({
  event,
  reason,
  currency,
  rate,
  chunk: 0,
  place: 0,
});

/** Forms by event and reason: keys of two texts, since joining them costs more than the lookup. */
const forms = new Map<string, Map<string, Form>>();

export function formOf(event: string, reason = ''): Form {
  let ofEvent = forms.get(event);
  if (ofEvent === undefined) {
    ofEvent = new Map();
    forms.set(event, ofEvent);
  }
  let form = ofEvent.get(reason);
  if (form === undefined) {
    form = newForm({ event, reason, currency: '', rate: '' });
    ofEvent.set(reason, form);
  }
  return form;
}

export const detailOf = (
  form: Form,
  { related = -1, agreement = 0, original = Number.NaN }: Partial<Detail> = {},
): Detail => ({ form, related, agreement, original });

/** Detail of rows without one. */
export const NO_DETAIL = detailOf(formOf(''));

/** Reasons of refused payments: ISO 8583 for cards, ISO 20022 or Nacha for accounts. */
export function declineReason(ledger: string, country: string): string {
  if (ledger === 'cardNetwork' || ledger === 'cash') return '51 insufficient funds';
  return country === 'US' ? 'R01 insufficient funds' : 'AM04 insufficient funds';
}
