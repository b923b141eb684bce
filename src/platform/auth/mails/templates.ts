import type { Mail } from '../../mail/mailer.ts';

export type MailKind =
  | 'recovery'
  | 'invitation'
  | 'reauthentication'
  | 'password_changed'
  | 'factor_added'
  | 'factor_removed';

type Template = { subject: string; paragraphs: string[]; link?: string };

const NAME = 'Synthetic Banking Sandbox';
const NOT_YOU =
  'If this was not you, reset your password on the sign-in page immediately and inform your administrator.';

type NoticeKind = Exclude<MailKind, 'recovery' | 'invitation' | 'reauthentication'>;

const NOTICES: Record<NoticeKind, Template> = {
  password_changed: {
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account at the ${NAME} was changed. Other sessions were signed out.`,
      NOT_YOU,
    ],
  },
  factor_added: {
    subject: 'A second factor was added',
    paragraphs: [
      `A second factor was added to your account at the ${NAME}. It is required at your next sign-in.`,
      NOT_YOU,
    ],
  },
  factor_removed: {
    subject: 'A second factor was removed',
    paragraphs: [`A second factor was removed from your account at the ${NAME}.`, NOT_YOU],
  },
};

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function render(to: string, template: Template): Mail {
  const [first, ...rest] = template.paragraphs;
  const parts = [first!, ...(template.link === undefined ? [] : [template.link]), ...rest];
  const rows = parts.map((part) =>
    part === template.link
      ? `<p><a href="${escapeHtml(part)}">${escapeHtml(part)}</a></p>`
      : `<p>${escapeHtml(part)}</p>`,
  );
  return {
    to,
    subject: template.subject,
    text: `${parts.join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><body style="font-family:sans-serif;line-height:1.5;max-width:36em">${rows.join('')}</body></html>`,
  };
}

export const noticeMail = (to: string, kind: NoticeKind): Mail => render(to, NOTICES[kind]);

export const reauthenticationMail = (to: string, code: string): Mail =>
  render(to, {
    subject: 'Your confirmation code',
    paragraphs: [
      `Your code to change the password of your account at the ${NAME}: ${code}`,
      'It is valid once, for ten minutes.',
      NOT_YOU,
    ],
  });

export const recoveryMail = (to: string, link: string): Mail =>
  render(to, {
    subject: 'Reset your password',
    link,
    paragraphs: [
      `A password reset was requested for your account at the ${NAME}. To choose a new password, open this link within one hour:`,
      'If this was not you, ignore this message. Your password has not changed.',
    ],
  });

export const invitationMail = (to: string, link: string): Mail =>
  render(to, {
    subject: `You are invited to the ${NAME}`,
    link,
    paragraphs: [
      `An account at the ${NAME} was created for you. Open this link within 72 hours and choose your password:`,
      'After that, "Forgot password?" on the sign-in page sends you a new link.',
      'If you did not expect this message, ignore it: the account cannot be used until a password is set.',
    ],
  });
