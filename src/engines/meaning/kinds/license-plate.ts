import { drawDigits } from '../persons/draw-person.ts';
import { findShapes, writeShape } from '../persons/shapes.ts';
import type { Kind } from './kind.ts';

/** Two to five groups of letters and digits, as B-AB 1234, AB12 CDE, 1234 BCD. */
const PLATE = /^(?=.*\d)(?=.*\p{L})[\p{L}\d]{1,7}([ .·-]?[\p{L}\d]{1,6}){0,3}$/u;

export const licensePlate: Kind = {
  headers: [
    'plate|plate no|plate number|license plate|license plate number|licence plate|number plate|vehicle plate|registration|registration number|registration no|vehicle registration|vehicle registration number|vehicle reg|vrm|rego|reg no',
    'kennzeichen|amtliches kennzeichen|kfz kennzeichen|nummernschild|autokennzeichen|kontrollschild',
    'immatriculation|plaque|plaque d immatriculation|numero d immatriculation',
    'matricula|placa|placas|matricula del vehiculo|patente',
    'targa|targa veicolo',
    'kenteken|kentekenplaat',
    'placa do veiculo|matricula do veiculo',
  ],
  test: (text) => text.length <= 12 && PLATE.test(text),
  form: (texts, threshold) => ({ shapes: findShapes(texts, threshold) }),
  make: ({ stream, shapes = [] }) =>
    shapes.length > 0 ? writeShape(shapes, stream) : `XX-${drawDigits(5, stream)}`,
};
