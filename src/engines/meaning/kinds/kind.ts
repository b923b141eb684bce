import type { RandomStream } from '../../random/stream.ts';
import type { CodePattern } from '../../synthesize/columns/code-pattern.ts';
import type { TextLanguage } from '../../synthesize/columns/text-style.ts';
import type { Person } from '../persons/draw-person.ts';
import type { LocalPart } from '../persons/local-parts.ts';
import type { NameOrder } from '../persons/name-order.ts';
import type { Shape } from '../persons/shapes.ts';
import type { Title } from '../persons/titles.ts';

/** Style of a file's personal data: language and form of names. */
export type PersonalStyle = NameOrder & {
  language: TextLanguage;
  capitals: boolean;
  callingCode: string;
  /** Share of companies among the names. */
  companies?: number | undefined;
  /** Forms of address before names. */
  titles?: Title[] | undefined;
};

/** Form of a column's values, as far as enough entities share it. */
export type Written = {
  style: PersonalStyle;
  /** Pattern of numbers of states, IBANs and devices, which differ by country and maker. */
  pattern?: CodePattern | undefined;
  /** Shapes of codes of several lengths. */
  shapes?: readonly Shape[] | undefined;
  /** Patterns of names in user names and e-mail addresses. */
  localParts?: readonly LocalPart[] | undefined;
  /** True if the file's values have the kind's check character. */
  isChecked?: boolean | undefined;
  /** True for a reserved range of many values. */
  isWide?: boolean | undefined;
  /** Given or family names besides those of the language's list. */
  names?: readonly string[] | undefined;
};

/** One kind: the headers and values that indicate it, and its generated values. */
export type Kind = {
  /** Complete headers by language, plain, separated by bars. A person's role may precede them. */
  headers: readonly string[];
  /** Headers that a list can't state. */
  pattern?: RegExp;
  /** Test of one value; nine in ten have to pass. Without it, a value with a letter suffices. */
  test?: (text: string) => boolean;
  /** Test that indicates the kind under any header. */
  alone?: (text: string) => boolean;
  /** Test of a check character that some countries and makers omit. */
  isChecked?: (text: string) => boolean;
  /** True if equal values are of one person. */
  identifies?: boolean;
  /** Languages that a value indicates. */
  languages?: (text: string) => readonly TextLanguage[];
  /**
   * Derives the form of a column from its values, each once; what fewer than `threshold` values
   * have is not kept.
   */
  form?: (
    texts: readonly string[],
    threshold: number,
  ) => Omit<Written, 'style'> & { style?: Partial<PersonalStyle> };
  /** Generates a value from a reserved or unassigned range where one exists. */
  make: (form: Written & { stream: RandomStream; person: Person }) => string;
};
