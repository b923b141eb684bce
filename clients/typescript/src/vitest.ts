import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type EnvironmentSource, openSandbox, type Sandbox } from './index.ts';

/**
 * Gives each test of a file the source's rows, in an environment of the file's own: created before
 * all tests, reset before each, deleted after all. Tests that run concurrently within the file
 * share it. Returns an object that is a sandbox limited to the environment once tests run.
 */
export function useEnvironment(source: EnvironmentSource): { readonly current: Sandbox } {
  const name = `vitest-${crypto.randomUUID()}`;
  let all: Sandbox;
  let own: Sandbox | undefined;
  beforeAll(async () => {
    all = openSandbox();
    await all.environments.create(name, { ...source, expires_in_hours: 24 });
    own = await all.environments.open(name);
  }, 120_000);
  beforeEach(async () => {
    await own?.environments.reset();
  });
  afterAll(async () => {
    if (own !== undefined) await all.environments.delete(name);
  });
  return {
    get current() {
      if (own === undefined) throw new Error('The environment exists only while tests run.');
      return own;
    },
  };
}
