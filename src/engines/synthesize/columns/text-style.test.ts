import { expect, test } from 'vitest';
import { streamFor } from '../../random/stream.ts';
import { makeText } from './make-text.ts';
import { NEUTRAL_WORDS, TEXT_LANGUAGES, textStyle } from './text-style.ts';

const column = (...texts: string[]) =>
  Array.from({ length: 20 }, (_, i) => `${texts[i % texts.length]} ${i}`);

test.each([
  ['en', column('Direct debit thank you', 'Card purchase at the shop')],
  ['de', column('Kartenzahlung vom 3. Mai', 'Lastschrift Vertrag 12', 'Miete für April')],
  ['fr', column('Paiement par carte', 'Virement salaire', 'Prélèvement du mois')],
  ['es', column('Compra con tarjeta', 'Recibo de alquiler', 'Transferencia recibida')],
  ['it', column('Pagamento carta', 'Bonifico stipendio', 'Addebito canone')],
  ['nl', column('Betaling betaalautomaat', 'Incasso huur', 'Overboeking van rekening')],
  ['pt', column('Compra com cartão', 'Levantamento multibanco', 'Pagamento de prestação')],
])('texts in %s', (language, texts) => {
  expect(textStyle(texts, 5)).toEqual({ language, capitals: false });
});

test('fewer texts than the threshold show neither a language nor capitals', () => {
  const plain = column('4711 a', '12 b');
  expect(textStyle([...plain, ...Array(4).fill('Miete vom Mai')], 5).language).toBe('en');
  expect(textStyle([...Array(4).fill('A'), ...plain], 5).capitals).toBe(false);
  expect(textStyle(column('REWE SAGT DANKE', 'LASTSCHRIFT VERTRAG'), 5)).toEqual({
    language: 'de',
    capitals: true,
  });
});

test('text is written with the words of its language alone', () => {
  for (const language of TEXT_LANGUAGES) {
    const style = { language, capitals: true };
    const text = makeText({ length: 60, style }, streamFor(1n, 2, 3));
    const vocabulary = NEUTRAL_WORDS[language].map((word) => word.toUpperCase());
    expect(text.split(' ').every((word) => vocabulary.includes(word))).toBe(true);
    expect(NEUTRAL_WORDS[language].length).toBe(18);
  }
});

test('addresses of the web stay addresses, on a host that belongs to nobody', () => {
  const sheets = Array.from(
    { length: 9 },
    (_, i) => `https://am.example.org/en/${i}/latest.pdf?isin=${i}`,
  );
  const style = textStyle([...sheets, 'none'], 5);
  expect(style).toMatchObject({ capitals: false, webAddresses: true });
  expect(textStyle([...sheets, 'a', 'b', 'c', 'd', 'e'], 5).webAddresses).toBeUndefined();
  const text = makeText({ length: 44, style }, streamFor(1n, 2, 3));
  expect(text).toMatch(/^https:\/\/example\.com(\/[a-z]+)+\/\d{8}$/);
  expect(Math.abs(text.length - 44)).toBeLessThan(12);
});
