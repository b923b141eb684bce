import { codePattern } from '../../synthesize/columns/code-pattern.ts';
import { luhnDigit, passesLuhn } from '../../table/check-digits.ts';
import { drawDigits } from '../persons/draw-person.ts';
import { findShapes, writeShape } from '../persons/shapes.ts';
import type { Kind } from './kind.ts';

const MAC = /^[\da-f]{2}([:-][\da-f]{2}){5}$/i;

export const deviceId: Kind = {
  headers: [
    'device|device id|device uuid|device fingerprint|fingerprint|imei|imei number|imsi|mac|mac address|android id|idfa|advertising id|hardware id|terminal fingerprint',
    'gerat|gerate id|geratekennung|identifiant de l appareil|id dispositivo|dispositivo|apparaat id',
  ],
  test: (text) => /^(?=.*\d)[\w:.-]{6,64}$/.test(text),
  alone: (text) => MAC.test(text),
  isChecked: (text) => text.length === 15 && passesLuhn(text),
  form: (texts, threshold) => ({
    pattern: codePattern(texts, threshold),
    shapes: findShapes(texts, threshold),
  }),
  /** Generates IMEIs of test type approval codes (001), else codes of the file's form. */
  make: ({ stream, pattern, shapes = [], isChecked = false }) => {
    if (isChecked) {
      const body = `001${drawDigits(11, stream)}`;
      return `${body}${luhnDigit(body)}`;
    }
    if (pattern !== undefined && pattern.places.length > 0)
      return pattern.places.map((places) => places[stream.below(places.length)]).join('');
    return shapes.length > 0 ? writeShape(shapes, stream) : drawDigits(16, stream);
  },
};
