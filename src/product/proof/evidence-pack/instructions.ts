import { DOCUMENTS } from '../batch-documents.ts';
import { LOG_PARTS, PACK_RECEIPT } from './pack-parts.ts';

type Facts = { batches: readonly string[]; hasTimestamp: boolean; signedOutside: boolean };

const code = (...lines: string[]) => ['```', ...lines, '```', ''];

export function instructions({ batches, hasTimestamp, signedOutside }: Facts): string {
  const [batch = 'BATCH'] = batches;
  return [
    '# How to check this pack',
    '',
    `You need the key of the log, which its operator publishes at \`/log/keys\`. Obtain it independently of this pack and save it as \`keys.txt\`. \`${LOG_PARTS.keys}\` in the pack is a copy for comparison.`,
    '',
    '## Everything at once, offline',
    '',
    ...code('sandbox verify PACK.zip --vkey keys.txt'),
    'Exit code 0: proven. 1: broken, with the finding and its position. 3: proven by the operator alone, without an outside signature of the checkpoint. 4: some requested checks could not be done.',
    '',
    signedOutside
      ? 'The checkpoint has outside signatures: pass the witness’s key with `--witness FILE` and the time-stamping authority’s certificate with `--tsa FILE`.'
      : 'Only the operator had signed the checkpoint when this pack was generated.',
    '',
    '## With other programs',
    '',
    `\`unzip PACK.zip -d pack && cd pack\`. The SHA-256 of every file is in \`pack.json\`.`,
    '',
    'The signature over a batch’s files (OpenSSF Model Signing; `pip install model-signing`), if the pack contains its data file:',
    '',
    ...code(
      `sed -n '/BEGIN/,/END/p' ../keys.txt > files.pem`,
      `model_signing verify key batches/${batch} --signature batches/${batch}/${DOCUMENTS.signature} --public_key files.pem`,
    ),
    ...(hasTimestamp
      ? [
          'The time-stamp of the checkpoint (RFC 3161):',
          '',
          ...code(
            `head -n 3 ${LOG_PARTS.checkpoint} > checkpoint.txt`,
            `openssl ts -verify -data checkpoint.txt -in ${LOG_PARTS.timestamp} -CAfile tsa.pem`,
          ),
        ]
      : []),
    'The hash of a report is in its `report.measured` entry of the log:',
    '',
    ...code(
      `sha256sum reports/${batch}.json`,
      `grep report.measured ${LOG_PARTS.entries} | grep ${batch}`,
    ),
    '## Proven facts and statements',
    '',
    `- Each line of \`${LOG_PARTS.entries}\` is an entry of the providing organization with the hashes that lead from it to the root in \`${LOG_PARTS.checkpoint}\` (RFC 9162). \`organization_seq\` numbers the organization’s entries without gaps, so none between the first and the last is missing. Later entries are in the log, which is public at \`/log/tile/…\`.`,
    '- Manifests, reports, approvals, decisions and evidence are verified against those entries. An entry commits to the person (`by`) and the words (`said`) by salted hashes; the same line opens them: SHA-256 over the salt and the text gives the hash in the entry. A person who was erased stays closed.',
    `- \`${PACK_RECEIPT}\` proves that the pack is as it was made: the SHA-256 of \`pack.json\` is in a \`pack.made\` entry of the log, with the hashes of its files.`,
    '- `controls.json` maps controls of supervisors and standards to files, and lists controls that are not covered.',
    '',
  ].join('\n');
}
