import { unavailableMediaType } from '../errors/request-errors.ts';

export type Answer = {
  kind: 'array' | 'object' | 'csv';
  nullsStripped: boolean;
  contentType: string;
};

const JSON_ARRAY: Answer = {
  kind: 'array',
  nullsStripped: false,
  contentType: 'application/json; charset=utf-8',
};

function answerFor(type: string, parameters: string[]): Answer | null {
  const nullsStripped = parameters.includes('nulls=stripped');
  switch (type) {
    case '*/*':
    case 'application/*':
    case 'application/json':
      return JSON_ARRAY;
    case 'application/vnd.pgrst.array+json':
    case 'application/vnd.pgrst.array':
      return {
        kind: 'array',
        nullsStripped,
        contentType: nullsStripped
          ? 'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8'
          : JSON_ARRAY.contentType,
      };
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.object':
      return {
        kind: 'object',
        nullsStripped,
        contentType: `application/vnd.pgrst.object+json${nullsStripped ? ';nulls=stripped' : ''}; charset=utf-8`,
      };
    case 'text/csv':
    case 'text/*':
      return { kind: 'csv', nullsStripped: false, contentType: 'text/csv; charset=utf-8' };
    default:
      return null;
  }
}

export function parseAccept(header: string | undefined): Answer {
  if (header === undefined || header.trim() === '') return JSON_ARRAY;
  const accepted = header.split(',').map((part) => {
    const [type = '', ...parameters] = part
      .toLowerCase()
      .split(';')
      .map((one) => one.trim());
    const weight = /^q=([\d.]+)$/.exec(parameters.find((one) => one.startsWith('q=')) ?? '');
    return { type, parameters, weight: weight ? Number(weight[1]) : 1 };
  });
  for (const { type, parameters, weight } of accepted.toSorted((a, b) => b.weight - a.weight)) {
    const answer = weight > 0 ? answerFor(type, parameters) : null;
    if (answer) return answer;
  }
  throw unavailableMediaType(header);
}
