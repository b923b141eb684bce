import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const COMMENT = '# Written by sandbox restore. Settings of the backup are not taken over.\n';

/** Access by password from this machine only, as `initdb --auth=scram-sha-256` sets it up. */
const ACCESS = `${COMMENT}local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
host all all ::1/128 scram-sha-256
local replication all scram-sha-256
host replication all 127.0.0.1/32 scram-sha-256
host replication all ::1/128 scram-sha-256
`;

const TEXTS: Record<string, string> = {
  'postgresql.conf': `${COMMENT}default_text_search_config = 'pg_catalog.english'\n`,
  'postgresql.auto.conf': COMMENT,
  'pg_hba.conf': ACCESS,
  'pg_ident.conf': COMMENT,
};

/** Settings files of a cluster: they can run commands, so a backup's are never used. */
export const CLUSTER_SETTINGS = Object.keys(TEXTS);

export function writeClusterSettings(cluster: string): void {
  for (const [name, text] of Object.entries(TEXTS)) {
    writeFileSync(join(cluster, name), text, { mode: 0o600, flag: 'wx', flush: true });
  }
}
