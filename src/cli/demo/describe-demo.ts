import type { Running } from '../up/background.ts';
import type { Demo } from './accounts.ts';

/** Address, users and passwords of a demo, for a person. */
export function describeDemo({ url, dataDir }: Running, { accounts }: Demo): string {
  const rows = Object.values(accounts).map(({ email, password, role, organization }) => [
    email,
    password,
    `${role}${organization === null ? '' : `, ${organization}`}`,
  ]);
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]!.length));
  const lines = rows.map(
    ([email, password, role]) =>
      `  ${email!.padEnd(widthOf(0))}  ${password!.padEnd(widthOf(1))}  ${role}`,
  );
  return `
Demo: ${url}
All data in it is simulated. It is stored in ${dataDir}.

${lines.join('\n')}

Sign in as ${accounts.analyst.email} first. Ctrl-C stops the demo; --reset brings back its first state.
`;
}
