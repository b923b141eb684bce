/** A field of a message: its tag, its text with line ends, and the line it begins in. */
export type MtField = { tag: string; text: string; line: number };
