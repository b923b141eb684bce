import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

type Received = { to: string[]; text: string };

export type SmtpInbox = {
  url: string;
  received: Received[];
  /** True: refuses every mail. */
  refusing: boolean;
  close: () => Promise<void>;
};

/** Decodes quoted-printable, as far as these mails use it. */
const decoded = (text: string) => text.replaceAll('=\r\n', '').replaceAll('=3D', '=');

export async function startSmtpInbox(): Promise<SmtpInbox> {
  const received: Received[] = [];
  const inbox: SmtpInbox = { url: '', received, refusing: false, close: async () => {} };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(inbox.refusing ? new Error('come back later') : undefined),
    onData: (stream, session, done) => {
      let text = '';
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, text: decoded(text) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  inbox.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  inbox.close = () => new Promise((resolve) => server.close(resolve));
  return inbox;
}
