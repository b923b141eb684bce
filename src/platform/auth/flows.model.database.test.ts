import fc from 'fast-check';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type AuthHost, startAuthHost } from '../../../test/support/auth-host.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { FlowModel } from './testing/flow-model.ts';
import { ask } from './testing/raw.ts';

const RUNS = process.env.TEST_LONG ? 400 : 15;
const LENGTH = 24;

let host: AuthHost;
let serial = 0;
beforeAll(async () => {
  host = await startAuthHost();
});
afterAll(() => host.close());

// Which session, factor, token or link an operation takes is drawn as a number, and taken modulo how many there are.
const which = fc.nat({ max: 20 });
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('sign-in' as const), right: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('refresh' as const),
      session: which,
      back: fc.nat({ max: 3 }),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('logout' as const),
      session: which,
      scope: fc.constantFrom('local' as const, 'others' as const, 'global' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('password' as const), session: which }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('ask-link' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('redeem' as const),
      link: which,
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('enrol' as const), session: which }) },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constant('verify' as const),
      session: which,
      factor: which,
      late: fc.constantFrom(0, 0, 0, 1, 2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('same-code' as const),
      sessions: fc.tuple(which, which),
      factor: which,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('unenrol' as const), session: which, factor: which }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      seconds: fc.constantFrom(40, 40, 400, 4000),
    }),
  },
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

type Held = { id: string; access: string; refresh: string[] };

/** The real service, driven beside the model. */
class World {
  readonly model = new FlowModel();
  readonly held: Held[] = [];
  readonly factors: { id: string; secret: string }[] = [];
  readonly links: string[] = [];
  private readonly base = Date.UTC(2031, 0, 1);
  readonly email: string;
  userId = '';

  constructor(email: string) {
    this.email = email;
  }

  private readonly owner = host.db.database.owner;
  private readonly passwordOf = (number: number) => `password number ${number}`;

  async begin() {
    host.clock.now = new Date(this.base);
    this.userId = await host.addUser(this.email, this.passwordOf(0));
  }

  private keep(body: { [key: string]: unknown }): void {
    const access = String(body.access_token);
    const { session_id: id } = JSON.parse(
      Buffer.from(access.split('.')[1]!, 'base64url').toString(),
    ) as { session_id: string };
    const known = this.held.find((one) => one.id === id);
    if (known) {
      known.access = access;
      known.refresh.push(String(body.refresh_token));
    } else this.held.push({ id, access, refresh: [String(body.refresh_token)] });
  }

  /** The same number of seconds for the codes' clock and for every time in the database. */
  private async wait(seconds: number): Promise<void> {
    this.model.now += seconds;
    host.clock.now = new Date(this.base + this.model.now * 1000);
    const back = `- make_interval(secs => ${seconds})`;
    for (const change of [
      `auth.sessions set refreshed_at = refreshed_at ${back}, not_after = not_after ${back}`,
      `auth.mfa_factors set created_at = created_at ${back}`,
      `auth.mfa_challenges set expires_at = expires_at ${back}`,
      `auth.one_time_tokens set expires_at = expires_at ${back}`,
    ]) {
      await this.owner.query(`update ${change}`);
    }
  }

  private async verify(session: Held, factor: number, code: string): Promise<boolean> {
    const { id } = this.factors[factor]!;
    const asked = await ask(host, 'POST', `/factors/${id}/challenge`, {
      token: session.access,
      body: { factorId: id },
    });
    // A step that was refused is skipped all the same: the answer goes out with whatever number there is.
    const challenge_id = asked.status === 200 ? asked.body.id : crypto.randomUUID();
    const done = await ask(host, 'POST', `/factors/${id}/verify`, {
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
    // Limits are another test's subject.
    await this.owner.query('delete from auth.attempts');
    switch (operation.kind) {
      case 'sign-in': {
        const number = operation.right ? model.password : model.password + 1;
        const answer = await ask(host, 'POST', '/token?grant_type=password', {
          body: { email: this.email, password: this.passwordOf(number) },
        });
        expect(answer.status === 200).toBe(operation.right);
        if (!operation.right) return;
        model.open();
        return this.keep(answer.body);
      }
      case 'ask-link': {
        const before = host.mails.length;
        await ask(host, 'POST', '/recover', { body: { email: this.email } });
        const letter = () =>
          host.mails.slice(before).find((mail) => mail.text.includes('token_hash='));
        await vi.waitFor(() => expect(letter()).toBeDefined(), { timeout: 8000, interval: 5 });
        this.links.push(/token_hash=([0-9a-f]+)/.exec(letter()!.text)![1]!);
        return model.askLink();
      }
      case 'redeem': {
        if (this.links.length === 0) return;
        const at = operation.link % this.links.length;
        const body = { type: 'recovery', token_hash: this.links[at] };
        const answers = await Promise.all(
          Array.from({ length: operation.times }, () => ask(host, 'POST', '/verify', { body })),
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

  /** What needs a session; with none there is nothing to do. */
  private async runIn(
    operation: Exclude<Operation, { kind: 'sign-in' | 'ask-link' | 'redeem' | 'wait' }>,
  ): Promise<void> {
    const { model } = this;
    if (this.held.length === 0) return;
    const first = operation.kind === 'same-code' ? operation.sessions[0] : operation.session;
    const at = first % this.held.length;
    const [held, session] = [this.held[at]!, model.sessions[at]!];
    const token = held.access;
    switch (operation.kind) {
      case 'refresh': {
        const counter = Math.max(0, session.counter - operation.back);
        const refresh_token = this.refreshToken(held, counter);
        const answers = await Promise.all(
          Array.from({ length: operation.times }, () =>
            ask(host, 'POST', '/token?grant_type=refresh_token', { body: { refresh_token } }),
          ),
        );
        for (const answer of answers) {
          const granted = model.refresh(session, counter);
          expect(answer.status === 200).toBe(granted !== null);
          if (granted === null) continue;
          expect(answer.body.refresh_token).toBe(this.refreshToken(held, granted));
          this.keep(answer.body);
        }
        return;
      }
      case 'logout': {
        const answer = await ask(host, 'POST', `/logout?scope=${operation.scope}`, { token });
        expect(answer.status === 204).toBe(session.alive);
        if (!session.alive) return;
        return model.end((one) =>
          operation.scope === 'global' ? true : (one === session) === (operation.scope === 'local'),
        );
      }
      case 'password': {
        const password = this.passwordOf(model.password + 1);
        const answer = await ask(host, 'PUT', '/user', { token, body: { password } });
        expect(answer.status === 200).toBe(model.changePassword(session));
        return;
      }
      case 'enrol': {
        const answer = await ask(host, 'POST', '/factors', {
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
        const done = await this.verify(held, factor, this.code(factor, step));
        expect(done).toBe(model.verify(session, factor, step));
        return;
      }
      case 'same-code': {
        const other = operation.sessions[1] % this.held.length;
        if (other === at) return;
        const code = this.code(factor, model.step());
        const done = await Promise.all(
          [at, other].map((one) => this.verify(this.held[one]!, factor, code)),
        );
        expect(done.filter(Boolean).length).toBeLessThanOrEqual(1);
        // Whoever came first had it; where neither did, neither may have had a right to it.
        const winner = done[1] ? other : at;
        expect(model.verify(model.sessions[winner]!, factor, model.step())).toBe(
          done.includes(true),
        );
        return;
      }
      case 'unenrol': {
        const path = `/factors/${this.factors[factor]!.id}`;
        const answer = await ask(host, 'DELETE', path, { token: held.access });
        expect(answer.status === 200).toBe(model.unenrol(session, factor));
        return;
      }
    }
  }

  private refreshToken(held: Held, counter: number): string {
    return tokens.make(held.id, counter);
  }

  /** No session but those of the model lives, at no other level. */
  async agree(): Promise<void> {
    const { rows } = await this.owner.query<{ id: string; aal: string }>(
      'select id, aal from auth.sessions where user_id = $1',
      [this.userId],
    );
    const real = rows.map(({ id, aal }) => `${id} ${aal}`).sort();
    const granted = this.model.sessions.flatMap((session, index) =>
      session.alive ? [`${this.held[index]!.id} aal${session.aal}`] : [],
    );
    expect(real).toEqual(granted.sort());
    for (const [index, held] of this.held.entries()) {
      const answer = await ask(host, 'GET', '/user', { token: held.access });
      expect(answer.status === 200).toBe(this.model.sessions[index]!.alive);
    }
  }
}

/** Any token of any counter can be asked for: the model names them by number. */
let tokens: ReturnType<typeof refreshTokens>;
beforeAll(async () => {
  const { rows } = await host.db.database.owner.query<{ value: string }>(
    "select value from private.secrets where name = 'refresh_tokens'",
  );
  tokens = refreshTokens(Buffer.from(rows[0]!.value, 'hex'));
});

test('no sequence of steps, replays, races and waits reaches a session that the model does not grant', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 1, maxLength: LENGTH, size: 'max' }),
      async (operations) => {
        serial += 1;
        const world = new World(`model${serial}@bank.example`);
        await world.begin();
        await world.run({ kind: 'sign-in', right: true });
        for (const operation of operations) {
          await world.run(operation);
          await world.agree();
        }
      },
    ),
    { numRuns: RUNS },
  );
}, 600_000);
