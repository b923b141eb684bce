import { Secret, TOTP } from 'otpauth';
import { expect, vi } from 'vitest';
import type { AuthHost } from '../../../test/support/auth-host.ts';
import { FlowModel } from './flow-model.fixture.ts';
import type { Operation } from './flow-operations.fixture.ts';
import { ask } from './raw-requests.fixture.ts';
import type { RefreshTokens } from './sessions/refresh-tokens.ts';

type Held = { id: string; first: string; access: string; refresh: string[] };

/** Counts from the newest item, which is the likeliest to be valid. */
const newest = (drawn: number, count: number) => count - 1 - (drawn % count);

export class FlowWorld {
  readonly model = new FlowModel();
  readonly held: Held[] = [];
  readonly factors: { id: string; secret: string }[] = [];
  readonly links: string[] = [];
  private readonly base = Date.UTC(2031, 0, 1);
  private readonly host: AuthHost;
  private readonly tokens: RefreshTokens;
  private readonly email: string;
  private userId = '';

  constructor(host: AuthHost, tokens: RefreshTokens, email: string) {
    this.host = host;
    this.tokens = tokens;
    this.email = email;
  }

  private readonly passwordOf = (number: number) => `password number ${number}`;

  async begin() {
    this.host.clock.now = new Date(this.base);
    this.userId = await this.host.addUser(this.email, this.passwordOf(0));
  }

  private keep(body: { [key: string]: unknown }): void {
    const access = String(body.access_token);
    const { session_id: id } = JSON.parse(
      Buffer.from(access.split('.')[1]!, 'base64url').toString(),
    ) as { session_id: string };
    const existing = this.held.find((one) => one.id === id);
    if (existing) {
      existing.access = access;
      existing.refresh.push(String(body.refresh_token));
    } else this.held.push({ id, first: access, access, refresh: [String(body.refresh_token)] });
  }

  /** Advances the codes' clock and every time in the database by the same seconds. */
  private async wait(seconds: number): Promise<void> {
    this.model.now += seconds;
    this.host.clock.now = new Date(this.base + this.model.now * 1000);
    const back = `- make_interval(secs => ${seconds})`;
    for (const change of [
      `auth.sessions set refreshed_at = refreshed_at ${back}, not_after = not_after ${back},
         amr = (select jsonb_agg(entry || jsonb_build_object('timestamp', (entry ->> 'timestamp')::bigint - ${seconds}))
                  from jsonb_array_elements(amr) entry)`,
      `auth.mfa_factors set created_at = created_at ${back}`,
      `auth.mfa_challenges set expires_at = expires_at ${back}`,
      `auth.one_time_tokens set expires_at = expires_at ${back}`,
    ]) {
      await this.host.db.database.owner.query(`update ${change}`);
    }
  }

  private async verify(session: Held, factor: number, code: string): Promise<boolean> {
    const { id } = this.factors[factor]!;
    const answer = await ask(this.host, 'POST', `/factors/${id}/challenge`, {
      token: session.access,
      body: { factorId: id },
    });
    // A refused step is still sent, with a random id.
    const challenge_id = answer.status === 200 ? answer.body.id : crypto.randomUUID();
    const done = await ask(this.host, 'POST', `/factors/${id}/verify`, {
      token: session.access,
      body: { challenge_id, code },
    });
    if (done.status === 200) this.keep(done.body);
    return done.status === 200;
  }

  private code(factor: number, step: number): string {
    const totp = new TOTP({ secret: Secret.fromBase32(this.factors[factor]!.secret) });
    return totp.generate({ timestamp: this.base + step * 30_000 });
  }

  async run(operation: Operation): Promise<void> {
    const { model } = this;
    // Limits have their own tests.
    await this.host.db.database.owner.query('delete from auth.attempts');
    switch (operation.kind) {
      case 'sign-in': {
        const number = operation.right ? model.password : model.password + 1;
        const answer = await ask(this.host, 'POST', '/token?grant_type=password', {
          body: { email: this.email, password: this.passwordOf(number) },
        });
        expect(answer.status === 200).toBe(operation.right);
        if (!operation.right) return;
        model.open();
        return this.keep(answer.body);
      }
      case 'ask-link': {
        const before = this.host.mails.length;
        await ask(this.host, 'POST', '/recover', { body: { email: this.email } });
        const mail = () =>
          this.host.mails.slice(before).find(({ text }) => text.includes('token_hash='));
        await vi.waitFor(() => expect(mail()).toBeDefined(), { timeout: 8000, interval: 5 });
        this.links.push(/token_hash=([0-9a-f]+)/.exec(mail()!.text)![1]!);
        return model.askLink();
      }
      case 'redeem': {
        if (this.links.length === 0) return;
        const at = newest(operation.link, this.links.length);
        const body = { type: 'recovery', token_hash: this.links[at] };
        const answers = await Promise.all(
          Array.from({ length: operation.times }, () =>
            ask(this.host, 'POST', '/verify', { body }),
          ),
        );
        const good = answers.filter(({ status }) => status === 200);
        expect(good.length).toBe(model.redeem(model.links[at]!) ? 1 : 0);
        return good.forEach(({ body: answer }) => {
          this.keep(answer);
        });
      }
      case 'wait':
        return this.wait(operation.seconds);
      default:
        return this.runIn(operation);
    }
  }

  private async runIn(
    operation: Exclude<Operation, { kind: 'sign-in' | 'ask-link' | 'redeem' | 'wait' }>,
  ): Promise<void> {
    const { model } = this;
    if (this.held.length === 0) return;
    const first = operation.kind === 'same-code' ? operation.sessions[0] : operation.session;
    const at = newest(first, this.held.length);
    const [held, session] = [this.held[at]!, model.sessions[at]!];
    const token = held.access;
    switch (operation.kind) {
      case 'refresh': {
        for (let i = 0; i < operation.ahead; i++) await this.refresh(at, session.counter, 1);
        if (operation.pause > 0) await this.wait(operation.pause);
        return this.refresh(at, Math.max(0, session.counter - operation.back), operation.times);
      }
      case 'logout': {
        const answer = await ask(this.host, 'POST', `/logout?scope=${operation.scope}`, { token });
        expect(answer.status === 204).toBe(session.alive);
        if (!session.alive) return;
        return model.signOut(session, (one) =>
          operation.scope === 'global' ? true : (one === session) === (operation.scope === 'local'),
        );
      }
      case 'password': {
        const password = this.passwordOf(model.password + 1);
        const answer = await ask(this.host, 'PUT', '/user', {
          token: operation.first ? held.first : token,
          body: {
            password,
            ...(operation.present !== null && {
              current_password: this.passwordOf(
                operation.present === 'right' ? model.password : model.password + 2,
              ),
            }),
          },
        });
        const level = operation.first ? 1 : session.held;
        const allowed = model.changePassword(session, level, operation.present);
        expect(answer.status === 200).toBe(allowed);
        return;
      }
      case 'confirm': {
        const answer = await ask(this.host, 'POST', '/reauthenticate', {
          token,
          body: { password: this.passwordOf(model.password + (operation.right ? 0 : 1)) },
        });
        const allowed = model.confirm(session, operation.right);
        expect(answer.status === 200).toBe(allowed);
        if (allowed) this.keep(answer.body);
        return;
      }
      case 'enrol': {
        const answer = await ask(this.host, 'POST', '/factors', {
          token,
          body: { factor_type: 'totp', friendly_name: `Factor ${this.factors.length}` },
        });
        const allowed = model.enrol(session);
        expect(answer.status === 200).toBe(allowed);
        if (!allowed) return;
        this.factors.push({
          id: String(answer.body.id),
          secret: String(answer.body.totp!.secret),
        });
        return;
      }
      default:
        return this.runOnFactor(operation, at);
    }
  }

  /** Presents a session's refresh token of the given number several times in parallel. */
  private async refresh(at: number, counter: number, times: number): Promise<void> {
    const heldSession = this.held[at]!;
    const refresh_token = this.tokens.make(heldSession.id, counter);
    const answers = await Promise.all(
      Array.from({ length: times }, () =>
        ask(this.host, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token } }),
      ),
    );
    for (const answer of answers) {
      const granted = this.model.refresh(this.model.sessions[at]!, counter);
      expect(answer.status === 200).toBe(granted !== null);
      if (granted === null) continue;
      expect(answer.body.refresh_token).toBe(this.tokens.make(heldSession.id, granted));
      this.keep(answer.body);
    }
  }

  private async runOnFactor(
    operation: Extract<Operation, { kind: 'verify' | 'same-code' | 'unenrol' }>,
    at: number,
  ): Promise<void> {
    const { model } = this;
    if (this.factors.length === 0) return;
    const factor = operation.factor % this.factors.length;
    const [held, session] = [this.held[at]!, model.sessions[at]!];
    switch (operation.kind) {
      case 'verify': {
        const step = model.step() - operation.late;
        for (let round = 0; round <= Number(operation.replayed); round++) {
          const done = await this.verify(held, factor, this.code(factor, step));
          expect(done).toBe(model.verify(session, factor, step));
        }
        return;
      }
      case 'same-code': {
        const other = newest(operation.sessions[1], this.held.length);
        if (other === at) return;
        const code = this.code(factor, model.step());
        const done = await Promise.all(
          [at, other].map((one) => this.verify(this.held[one]!, factor, code)),
        );
        expect(done.filter(Boolean).length).toBeLessThanOrEqual(1);
        // The first to arrive got it; if neither did, neither may have been entitled to it.
        const winner = done[1] ? other : at;
        expect(model.verify(model.sessions[winner]!, factor, model.step())).toBe(
          done.includes(true),
        );
        return;
      }
      case 'unenrol': {
        const path = `/factors/${this.factors[factor]!.id}`;
        const answer = await ask(this.host, 'DELETE', path, { token: held.access });
        expect(answer.status === 200).toBe(model.unenrol(session, factor));
        return;
      }
    }
  }

  /** Asserts that exactly the model's sessions live, at the same levels. */
  async agree(): Promise<void> {
    const { rows } = await this.host.db.database.owner.query<{ id: string; aal: string }>(
      'select id, aal from auth.sessions where user_id = $1',
      [this.userId],
    );
    const real = rows.map(({ id, aal }) => `${id} ${aal}`).sort();
    const granted = this.model.sessions.flatMap((session, index) =>
      session.alive ? [`${this.held[index]!.id} aal${session.aal}`] : [],
    );
    expect(real).toEqual(granted.sort());
    for (const [index, held] of this.held.entries()) {
      const answer = await ask(this.host, 'GET', '/user', { token: held.access });
      expect(answer.status === 200).toBe(this.model.sessions[index]!.alive);
    }
  }
}
