import { DOCUMENTS } from '../batch-documents.ts';
import { LOG_PARTS } from './pack-parts.ts';

type Facts = { batches: readonly string[]; hasTimestamp: boolean; signedOutside: boolean };

const code = (...lines: string[]) => ['```', ...lines, '```', ''];

/** How the receiver of a pack checks it, with programs of others where there are any. */
export function instructions({ batches, hasTimestamp, signedOutside }: Facts): string {
  const [batch = 'BATCH'] = batches;
  return [
    '# How to check this pack',
    '',
    `You need the key of the log, which its operator publishes at \`/log/keys\`. Ask for it by another way than this pack, and save it as \`keys.txt\`. \`${LOG_PARTS.keys}\` in the pack is a copy to compare.`,
    '',
    '## Everything at once, without a network',
    '',
    ...code('sandbox verify PACK.zip --vkey keys.txt'),
    'Exit code 0: proven. 1: broken, with what and where. 3: proven by the operator alone, since nobody else has signed the checkpoint. 4: something that was asked for could not be done.',
    '',
    signedOutside
      ? 'The checkpoint carries signatures from outside: name the witness’s key with `--witness FILE`, the time-stamping authority’s certificate with `--tsa FILE`.'
      : 'Nobody but the operator had signed the checkpoint when this pack was made.',
    '',
    '## With other programs',
    '',
    `\`unzip PACK.zip -d pack && cd pack\`. The SHA-256 of every file is in \`pack.json\`.`,
    '',
    'The signature over a batch’s files (OpenSSF Model Signing; `pip install model-signing`), where its data file is in the pack:',
    '',
    ...code(
      `sed -n '/BEGIN/,/END/p' ../keys.txt > files.pem`,
      `model_signing verify key batches/${batch} --signature batches/${batch}/${DOCUMENTS.signature} --public_key files.pem`,
    ),
    ...(hasTimestamp
      ? [
          'The time-stamp over the checkpoint (RFC 3161):',
          '',
          ...code(
            `head -n 3 ${LOG_PARTS.checkpoint} > checkpoint.txt`,
            `openssl ts -verify -data checkpoint.txt -in ${LOG_PARTS.timestamp} -CAfile tsa.pem`,
          ),
        ]
      : []),
    'A report’s hash is the one of `report.measured` in the log:',
    '',
    ...code(
      `sha256sum reports/${batch}.json`,
      `grep report.measured ${LOG_PARTS.entries} | grep ${batch}`,
    ),
    '## What is proven, and what is said',
    '',
    `- Each line of \`${LOG_PARTS.entries}\` is an entry of your counterpart’s organization and the hashes that lead from it to the root in \`${LOG_PARTS.checkpoint}\` (RFC 9162). \`organization_seq\` counts the organization’s entries without a gap: nothing between the first and the last was left out. Entries after the last are in the log, which anybody can read at \`/log/tile/…\`.`,
    '- Manifests, reports, approvals and evidence are held against the hashes in those entries. Names, e-mail addresses, notes and decisions stand in the pack as the sandbox’s database has them; an entry names a person by a salted hash alone.',
    '- The SHA-256 of `pack.json` is on the log itself, as an entry `data.exported` made when this pack left the sandbox.',
    '- `controls.json` says which file answers which control of supervisors and standards, and which are not covered.',
    '',
  ].join('\n');
}
