/** Thrown where bytes are no model that this engine can read; the message says why. */
export class ModelUnreadable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ModelUnreadable';
  }
}

/** Refuses a model whose parts do not fit together. */
export function ensure(condition: boolean, what: string): asserts condition {
  if (!condition) throw new ModelUnreadable(`The model file does not hold together: ${what}.`);
}
