import { randomUUID } from 'node:crypto';
import type { CONTROLS } from './controls.ts';

type Control = (typeof CONTROLS)['frameworks'][number]['controls'][number];
type Known = { title: string; at: Date; version: string; present: ReadonlySet<string> };

const OSCAL_VERSION = '1.1.2';

/** Builds an OSCAL id: letters, digits, dots, hyphens and underscores, starting with a letter. */
const controlId = (framework: string, { id }: Control): string =>
  `${framework}-${id}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replace(/-$/, '');

const filesOf = (pattern: string, present: ReadonlySet<string>): string[] => {
  const [before, after] = pattern.split('*');
  if (after === undefined) return present.has(pattern) ? [pattern] : [];
  return [...present].filter((name) => name.startsWith(before!) && name.endsWith(after));
};

function observation(framework: string, control: Control, { at, present }: Known) {
  const head = {
    uuid: randomUUID(),
    title: `${controlId(framework, control)}: ${control.title}`,
    ...(control.title_unconfirmed && { remarks: 'No source was found for this title.' }),
    methods: ['EXAMINE'],
    collected: at.toISOString(),
  };
  if ('not_covered' in control) {
    return { ...head, description: `Not covered: ${control.not_covered}`, types: ['not-covered'] };
  }
  const files = control.answered_by.flatMap((pattern) => filesOf(pattern, present));
  if (files.length === 0) {
    return { ...head, description: 'This pack contains none of the files that address it.' };
  }
  const evidence = files.map((href) => ({ href, description: control.how }));
  return { ...head, description: control.how, 'relevant-evidence': evidence };
}

/** Converts the control map to OSCAL assessment results; findings are left to the assessor. */
export function assessmentResults({ frameworks }: typeof CONTROLS, known: Known): object {
  const { title, at, version } = known;
  return {
    'assessment-results': {
      uuid: randomUUID(),
      metadata: {
        title,
        'last-modified': at.toISOString(),
        version,
        'oscal-version': OSCAL_VERSION,
      },
      'import-ap': { href: 'controls.json' },
      results: frameworks.map(({ id, title: name, controls }) => ({
        uuid: randomUUID(),
        title: name,
        description: 'Evidence in this pack for each control.',
        start: at.toISOString(),
        'reviewed-controls': {
          'control-selections': [
            {
              'include-controls': controls.map((control) => ({
                'control-id': controlId(id, control),
              })),
            },
          ],
        },
        observations: controls.map((control) => observation(id, control, known)),
      })),
    },
  };
}
