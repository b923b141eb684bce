/** Events of payments and facts about customers; US figures. */
export const payments = {
  shares: {
    reversal: 0.0015,
    chargeback: 0.0008,
    chargeback_reversal: 0.3,
    direct_debit_return: 0.004,
    second_collection: 0.6,
    transfer_return: 0.003,
  },
  instant: 0.12,
  joint: 0.4,
  exposed: 0.002,
  screened: 0.02,
  source:
    'Nacha return rate thresholds (0.5 % unauthorized, 3 % administrative); other shares calibrated',
};
