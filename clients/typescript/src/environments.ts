import type { GenerationSettings, Row, Sandbox, Table } from './index.ts';
import { type Connection, call } from './request.ts';

export type EnvironmentSource =
  | { simulation: GenerationSettings & { seed: string | number } }
  | { batches: string[] }
  | { pin: string };

export type Environment = {
  status: 'ready' | 'queued';
  id: string;
  name: string;
  /** SHA-256 of the canonical list of files. */
  pin: string | null;
  files: { name: string; table: Table | null; rows: number; bytes: number; sha256: string }[];
  /** Tables that differ from the pin. */
  changed: string[];
  /** Last day lived; null until the first advance. */
  clock: string | null;
  expires_at: string | null;
};

export type Overlay = {
  tables?: Partial<Record<Table, { add?: Row[]; change?: Row[]; remove?: string[] }>>;
  edge_cases?: string[];
};

export type Lifetime = { expires_in_hours?: number };

export type Environments = {
  /** Creates an environment; the same request again returns the same one. */
  create: (name: string, source: EnvironmentSource & Lifetime) => Promise<Environment>;
  branch: (name: string, from: string, options?: Lifetime) => Promise<Environment>;
  /** Changes of an environment; a key of one environment may omit its name. */
  reset: (name?: string) => Promise<Environment>;
  freeze: (name?: string) => Promise<Environment>;
  /** Lives the bank on by days. */
  advance: (days: number, name?: string) => Promise<Environment>;
  overlay: (overlay: Overlay, name?: string) => Promise<Environment>;
  delete: (name?: string) => Promise<void>;
  /** Opens an environment with a key of its own, which reads and changes nothing else. */
  open: (name: string) => Promise<Sandbox>;
};

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
