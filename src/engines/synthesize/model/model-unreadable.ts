/** Error for bytes that are no model readable by this engine; the message states the reason. */
export class ModelUnreadable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ModelUnreadable';
  }
}

/** Throws ModelUnreadable unless the condition holds. */
export function ensure(condition: boolean, what: string): asserts condition {
  if (!condition) throw new ModelUnreadable(`The model file is inconsistent: ${what}.`);
}
