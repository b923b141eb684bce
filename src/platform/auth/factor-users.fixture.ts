import type { SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import type { AuthHost } from '../../../test/support/auth-host.ts';

type Account = { id: string; email: string; password: string };

export function factorPeople(host: AuthHost) {
  let serial = 0;
  const code = (secret: string) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: host.clock.now!.getTime(),
    });
  const later = (seconds: number) => {
    host.clock.now = new Date(host.clock.now!.getTime() + seconds * 1000);
  };
  const token = async (client: SupabaseClient) =>
    (await client.auth.getSession()).data.session!.access_token;
  return {
    code,
    later,
    token,
    startOver: () => {
      host.clock.now = new Date(Date.UTC(2030, 0, 1));
    },
    person: async (): Promise<Account> => {
      serial += 1;
      const account = { email: `factor${serial}@bank.example`, password: 'a good password' };
      return { id: await host.addUser(account.email, account.password), ...account };
    },
    signIn: async (account: { email: string; password: string }): Promise<SupabaseClient> => {
      const client = host.client();
      const { error } = await client.auth.signInWithPassword(account);
      if (error) throw error;
      return client;
    },
    /** Enrolls an authenticator; its first code is spent and expired. */
    enrol: async (client: SupabaseClient, friendlyName = 'Phone in my pocket') => {
      const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
      if (error) throw error;
      const verified = await client.auth.mfa.challengeAndVerify({
        factorId: data.id,
        code: code(data.totp.secret),
      });
      if (verified.error) throw verified.error;
      later(30);
      return { factorId: data.id, secret: data.totp.secret };
    },
    claims: async (client: SupabaseClient) =>
      JSON.parse(Buffer.from((await token(client)).split('.')[1]!, 'base64url').toString()) as {
        aal: string;
        amr: { method: string }[];
        session_id: string;
      },
  };
}
