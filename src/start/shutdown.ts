type Release = { name: string; release: () => Promise<unknown> };

export type Releasers = {
  add: (name: string, release: () => Promise<unknown>) => void;
  run: (onError: (name: string, error: unknown) => void) => Promise<void>;
};

export function createReleasers(): Releasers {
  const held: Release[] = [];
  return {
    add: (name, release) => held.push({ name, release }),
    run: async (onError) => {
      for (let one = held.pop(); one !== undefined; one = held.pop()) {
        await one.release().catch((error: unknown) => onError(one!.name, error));
      }
    },
  };
}
