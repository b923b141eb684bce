import { codePattern } from '../../synthesize/columns/code-pattern.ts';
import type { Kind } from './kind.ts';

const VIN = /^(?=.*\d)[A-HJ-NPR-Z0-9]{17}$/i;
const CHARACTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789';
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const VALUES = 'AJ|BKS|CLT|DMU|ENV|FW|GPX|HY|RZ'.split('|');

const digitOf = (character: string): number => {
  if (/\d/.test(character)) return Number(character);
  const place = VALUES.findIndex((letters) => letters.includes(character));
  // R is 9, as I and O, Q are not used.
  return character === 'R' ? 9 : place + 1;
};

/** Returns the check character of a VIN (49 CFR 565.15): its ninth, a sum modulo 11. */
function vinCheck(vin: string): string {
  const sum = [...vin.toUpperCase()].reduce(
    (total, character, i) => total + WEIGHTS[i]! * digitOf(character),
    0,
  );
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** Vehicle identification numbers (ISO 3779). North America requires the check character. */
export const vin: Kind = {
  headers: [
    'vin|vin number|vin no|vehicle identification number|chassis number|chassis no|chassis|frame number',
    'fin|fahrgestellnummer|fahrgestell nr|fahrzeugidentifikationsnummer|fahrzeug ident nr',
    'numero de chassis|numero de serie vehicule',
    'bastidor|numero de bastidor|numero de chasis',
    'numero di telaio|telaio',
    'chassisnummer',
    'numero do chassi|chassi',
  ],
  test: (text) => VIN.test(text),
  alone: (text) => VIN.test(text) && vinCheck(text) === text[8]!.toUpperCase(),
  isChecked: (text) => vinCheck(text) === text[8]!.toUpperCase(),
  form: (texts, threshold) => ({ pattern: codePattern(texts, threshold) }),
  /** Generates a VIN of the file's places; world manufacturer identifiers are kept if common. */
  make: ({ stream, pattern, isChecked = true }) => {
    const places = pattern?.places.length === 17 ? pattern.places : null;
    const body = Array.from({ length: 17 }, (_, i) => {
      const allowed = (places?.[i] ?? (i < 11 ? CHARACTERS : '0123456789')).replace(
        /[^A-HJ-NPR-Z0-9]/g,
        '',
      );
      return allowed[stream.below(allowed.length)] ?? '0';
    }).join('');
    return isChecked ? body.slice(0, 8) + vinCheck(body) + body.slice(9) : body;
  },
};
