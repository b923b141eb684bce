export type MtField = { tag: string; text: string; line: number };
