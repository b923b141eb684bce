import type { Facts } from '../../../engines/provenance/opening.ts';
import type { ReadBatch } from './batch-part.ts';
import type { Governance } from './governance-part.ts';
import { type Html, html } from './html.ts';
import { listedPerson, type SealedFact, type SealedFacts } from './sealed-facts.ts';

export type PageFacts = {
  title: string;
  organization: string;
  madeAt: string;
  program: string;
  entries: { first: number; last: number };
  origin: string;
  /** Time of the outside signature of the entries' checkpoint; null if only the operator signed. */
  outsideAt: string | null;
  batches: readonly ReadBatch[];
  governance: Governance;
  facts: SealedFacts;
};

export const link = (name: string): Html => html`<a href="${name}">${name}</a>`;

/** Names the entry that a statement rests on. */
export const entryOf = (fact: SealedFact | undefined): Html =>
  fact === undefined
    ? html`not in these entries`
    : html`<a href="log/entries.jsonl">entry ${fact.entry.seq}</a>, ${fact.entry.at.slice(0, 19)}Z`;

export const person = (by: Facts['by'] | undefined): string => listedPerson(by) ?? 'not stated';

export const rows = (pairs: readonly (readonly [string, Html | string | number | null])[]): Html =>
  html`<table>${pairs.map(([name, value]) => html`<tr><th>${name}</th><td>${value}</td></tr>`)}</table>`;
