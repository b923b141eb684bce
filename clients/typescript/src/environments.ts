import { type Connection, call } from './request.ts';
import type { Environment, Environments, Sandbox } from './types.ts';

export function environmentsOf(
  connection: Connection,
  openWith: (key: string) => Sandbox,
): Environments {
  const change =
    (verb: string) =>
    (environment?: string): Promise<Environment> =>
      call(connection, `${verb}-environment`, { ...(environment && { environment }) });
  return {
    create: async (name, source) => {
      for (;;) {
        const made = await call<Environment>(connection, 'create-environment', { name, ...source });
        if (made.status === 'ready') return made;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    },
    branch: (name, environment, options) =>
      call(connection, 'branch-environment', { name, environment, ...options }),
    reset: change('reset'),
    freeze: change('freeze'),
    advance: (days, environment) =>
      call(connection, 'advance-environment', { days, ...(environment && { environment }) }),
    overlay: (overlay, environment) =>
      call(connection, 'overlay-environment', { ...overlay, ...(environment && { environment }) }),
    delete: async (name) => {
      await change('delete')(name);
    },
    open: async (environment) => {
      const { key } = await call<{ key: string }>(connection, 'create-environment-key', {
        environment,
      });
      return openWith(key);
    },
  };
}
