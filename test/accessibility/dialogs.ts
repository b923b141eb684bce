import type { Page } from 'playwright-core';
import { chooseFile, rowsOf } from '../support/visit.ts';
import {
  addAuthenticator,
  compare,
  cut,
  evidence,
  opened,
  press,
  saveRecipe,
  sequence,
  upload,
  withOldSignIn,
  workbook,
} from './dialog-steps.ts';

/** Records that the dialogs show. */
export type Shown = { manifest: string; batch: string; exceptions: string; run: string };

export type DialogCase = {
  name: string;
  by: 'admin' | 'superadmin';
  path: string;
  open: (page: Page) => Promise<void>;
  /** True for a dialog that is opened in each run, not in the long one alone. */
  isShort?: boolean;
};

/** Every dialog, sheet and menu with the steps that open it. */
export const dialogCases = ({ manifest, batch, exceptions, run }: Shown): DialogCase[] => [
  {
    name: 'alert threshold',
    by: 'admin',
    path: '/dashboard',
    open: press('Real Data', /^Alert threshold for/),
  },
  {
    name: 'analysis result',
    by: 'admin',
    path: '/dashboard',
    open: press('Real Data', 'movements.csv'),
  },
  {
    name: 'table of clusters',
    by: 'admin',
    path: '/dashboard',
    open: press('Real Data', 'movements.csv', 'View as table'),
  },
  { name: 'blend', by: 'admin', path: '/dashboard', open: press('Blend', /^Create Blend/) },
  {
    name: 'map before upload',
    by: 'admin',
    path: '/ingestion',
    isShort: true,
    open: sequence(
      upload('own.csv', 'day,text\n01/02/2026,a\n02/03/2026,b\n'),
      press('Map columns'),
    ),
  },
  {
    name: 'rejected lines',
    by: 'admin',
    path: '/ingestion',
    open: sequence(upload('cut.csv', cut), press('Upload')),
  },
  {
    name: 'choice of a table',
    by: 'admin',
    path: '/ingestion',
    open: sequence(async (page) => chooseFile(page, 'book.xlsx', await workbook), press('Upload')),
  },
  { name: 'preview', by: 'admin', path: `/ingestion?dataset=${manifest}`, open: opened },
  { name: 'map', by: 'admin', path: `/ingestion?map=${manifest}`, open: opened, isShort: true },
  {
    name: 'generate',
    by: 'admin',
    path: `/ingestion?generate=${manifest}`,
    open: opened,
    isShort: true,
  },
  {
    name: 'generate in private mode',
    by: 'admin',
    path: `/ingestion?generate=${manifest}&mode=private`,
    open: (page) => page.getByLabel(/^Privacy budget/).waitFor(),
  },
  { name: 'calibrate', by: 'admin', path: `/ingestion?calibrate=${manifest}`, open: opened },
  { name: 'delete dataset', by: 'admin', path: '/ingestion', open: press(/^Delete movements/) },
  { name: 'templates', by: 'admin', path: '/ingestion', open: press('Download Sample CSV') },
  {
    name: 'delete batch',
    by: 'admin',
    path: `/reports?batch=${batch}`,
    open: press('Delete'),
    isShort: true,
  },
  {
    name: 'decline',
    by: 'admin',
    path: `/reports?batch=${batch}&tab=approval`,
    open: press('Decline'),
  },
  { name: 'manifest', by: 'admin', path: `/governance?batch=${batch}`, open: opened },
  { name: 'evidence pack', by: 'admin', path: '/governance', open: press(/Evidence pack/) },
  { name: 'record', by: 'admin', path: `/ai-governance?run=${run}`, open: opened },
  {
    name: 'link document',
    by: 'admin',
    path: '/evidence-vault',
    open: sequence(evidence, (page) =>
      rowsOf(page, 'Documents').first().getByRole('button', { name: /^Link/ }).click(),
    ),
  },
  { name: 'delete document', by: 'admin', path: '/evidence-vault', open: press(/^Delete policy/) },
  { name: 'review', by: 'admin', path: `/exceptions?batch=${exceptions}`, open: opened },
  {
    name: 'decide several',
    by: 'admin',
    path: `/exceptions?batch=${exceptions}`,
    open: press('Decide several'),
    isShort: true,
  },
  {
    name: 'keys',
    by: 'admin',
    path: `/exceptions?batch=${exceptions}`,
    open: press('Show the keys'),
  },
  {
    name: 'unreviewed cases',
    by: 'admin',
    path: `/exceptions?batch=${exceptions}`,
    open: press('Approve batch'),
  },
  {
    name: 'export of a review',
    by: 'admin',
    path: `/exceptions?batch=${exceptions}`,
    open: press('Export'),
  },
  { name: 'create key', by: 'admin', path: '/api', open: press('Create Key'), isShort: true },
  {
    name: 'revoke key',
    by: 'admin',
    path: '/api',
    open: sequence(
      press('Create Key'),
      (page) => page.getByLabel('Name').first().fill('Nightly'),
      press('Create Key'),
    ),
  },
  { name: 'authenticator app', by: 'admin', path: '/settings', open: press(/^Add authenticator/) },
  { name: 'security key', by: 'admin', path: '/settings', open: press(/^Add security key/) },
  {
    name: 'create user',
    by: 'superadmin',
    path: '/users',
    open: press('Create User'),
    isShort: true,
  },
  {
    name: 'superadmin',
    by: 'superadmin',
    path: '/users',
    open: press('Create or Reset Superadmin'),
  },
  {
    name: 'create organization',
    by: 'superadmin',
    path: '/users',
    open: press('Create Organization'),
  },
  { name: 'retention', by: 'superadmin', path: '/users', open: press(/change the retention of/) },
  { name: 'request deletion', by: 'superadmin', path: '/users', open: press(/^Delete Harbor/) },
  { name: 'delete user', by: 'superadmin', path: '/users', open: press(/^Delete ada@/) },
  { name: 'security events', by: 'superadmin', path: '/users', open: press(/^ada@/) },
  { name: 'move', by: 'superadmin', path: '/users', open: press(/^Harbor/) },
  {
    name: 'compare batches',
    by: 'admin',
    path: `/reports?batch=${batch}&tab=report`,
    open: compare,
  },
  { name: 'delete linked tables', by: 'admin', path: '/ingestion', open: press(/^Delete clients/) },
  {
    name: 'generate from linked tables',
    by: 'admin',
    path: '/ingestion',
    open: press(/^Relations and/),
  },
  {
    name: 'delete recipe',
    by: 'admin',
    path: '/ingestion',
    open: sequence(saveRecipe, press(/^Delete Own file/)),
  },
  { name: 'delete environment', by: 'admin', path: '/api', open: press('Delete nightly') },
  { name: 'delete webhook', by: 'admin', path: '/api', open: press(/^Delete https:/) },
  {
    name: 'confirm password',
    by: 'admin',
    path: '/settings',
    open: sequence(
      withOldSignIn,
      press('Add authenticator app'),
      (page) => page.getByLabel('Name').last().fill('Phone'),
      press('Continue'),
      (page) => page.getByRole('dialog', { name: 'Confirm your password' }).waitFor(),
      (page) => page.unroute('**/auth/v1/factors'),
    ),
  },
  {
    name: 'recovery codes',
    by: 'admin',
    path: '/settings',
    open: sequence(addAuthenticator, press('Generate recovery codes')),
  },
  { name: 'remove factor', by: 'admin', path: '/settings', open: press('Remove Work phone') },
  {
    name: 'global upload',
    by: 'superadmin',
    path: '/evidence-vault?vault=global',
    open: evidence,
  },
  { name: 'confirm deletion', by: 'superadmin', path: '/users', open: press(/^Confirm deletion/) },
  { name: 'erase person', by: 'superadmin', path: '/users', open: press(/^Erase person/) },
  // The last of its browser: it covers the pages until it is skipped.
  {
    name: 'tour',
    by: 'admin',
    path: '/dashboard',
    open: sequence(
      (page) => page.evaluate("localStorage.removeItem('onboarding_completed')"),
      (page) => page.reload(),
    ),
  },
];
