/** HTML text whose parts are escaped. */
export type Html = { html: string };

const escaped = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (mark) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[mark]!,
  );

type Value = Html | string | number | null | undefined | readonly (Html | string)[];

function shown(value: Value): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'object' && 'html' in value) return value.html;
  if (typeof value === 'object') return value.map(shown).join('');
  return escaped(String(value));
}

/** Builds HTML; interpolated values are escaped unless they are HTML. */
export const html = (texts: TemplateStringsArray, ...values: Value[]): Html => ({
  html: texts.map((text, i) => text + (i < values.length ? shown(values[i]) : '')).join(''),
});
