type Release = { name: string; release: () => Promise<unknown> };

export type Releasers = {
  add: (name: string, release: () => Promise<unknown>) => void;
  run: (onError: (name: string, error: unknown) => void) => Promise<void>;
};

export function createReleasers(): Releasers {
  const releases: Release[] = [];
  return {
    add: (name, release) => releases.push({ name, release }),
    run: async (onError) => {
      for (let one = releases.pop(); one !== undefined; one = releases.pop()) {
        await one.release().catch((error: unknown) => onError(one!.name, error));
      }
    },
  };
}
