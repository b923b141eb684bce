export type Preferences = {
  resolution: 'merge-duplicates' | 'ignore-duplicates' | null;
  missing: 'default' | 'null' | null;
  representation: 'representation' | 'headers-only' | 'minimal' | null;
  count: 'exact' | 'planned' | 'estimated' | null;
  transaction: 'commit' | 'rollback' | null;
  handling: 'strict' | 'lenient' | null;
  timezone: string | null;
  maxAffected: number | null;
  invalid: string[];
};

const CHOICES = {
  resolution: { key: 'resolution', values: ['merge-duplicates', 'ignore-duplicates'] },
  missing: { key: 'missing', values: ['default', 'null'] },
  return: { key: 'representation', values: ['representation', 'headers-only', 'minimal'] },
  count: { key: 'count', values: ['exact', 'planned', 'estimated'] },
  tx: { key: 'transaction', values: ['commit', 'rollback'] },
  handling: { key: 'handling', values: ['strict', 'lenient'] },
} as const;

// Bare offsets are excluded: PostgreSQL reverses their sign.
function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Parses the `Prefer` header (RFC 7240). Of a repeated preference, the first counts. */
export function parsePreferences(header: string | undefined): Preferences {
  const preferences: Preferences = {
    resolution: null,
    missing: null,
    representation: null,
    count: null,
    transaction: null,
    handling: null,
    timezone: null,
    maxAffected: null,
    invalid: [],
  };
  for (const part of (header ?? '').split(',')) {
    const text = part.trim();
    if (text === '') continue;
    const [name = '', value = ''] = text.split('=', 2).map((one) => one.trim());
    if (Object.hasOwn(CHOICES, name)) {
      const { key, values } = CHOICES[name as keyof typeof CHOICES];
      if ((values as readonly string[]).includes(value)) preferences[key] ??= value as never;
      else preferences.invalid.push(text);
    } else if (name === 'timezone' && isTimezone(value)) preferences.timezone ??= value;
    else if (name === 'max-affected' && /^\d{1,15}$/.test(value)) {
      preferences.maxAffected ??= Number(value);
    } else preferences.invalid.push(text);
  }
  return preferences;
}

/** Formats the `Preference-Applied` header in PostgREST's order. */
export function appliedPreferences(preferences: Partial<Preferences>): string {
  const named: [string, string | number | null | undefined][] = [
    ['resolution', preferences.resolution],
    ['missing', preferences.missing],
    ['return', preferences.representation],
    ['count', preferences.count],
    ['tx', preferences.transaction],
    ['handling', preferences.handling],
    ['timezone', preferences.timezone],
    ['max-affected', preferences.maxAffected],
  ];
  return named
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
}
