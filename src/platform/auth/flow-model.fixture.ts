/** Reference model of the auth service for one user. Times are seconds of the test's clock. */
export type ModelSession = {
  alive: boolean;
  aal: 1 | 2;
  /** Level named by the current access token. */
  held: 1 | 2;
  counter: number;
  /** Refresh tokens with a lower counter date from before the second factor. */
  floor: number;
  refreshedAt: number;
  raisedBy: number | null;
  /** Time of the last password or reset link in the session. */
  provedAt: number;
};
export type ModelFactor = {
  removed: boolean;
  verified: boolean;
  madeAt: number;
  lastStep: number;
};
export type ModelLink = { good: boolean; madeAt: number };

const REUSE_SECONDS = 10;
const LINK_SECONDS = 3600;
const UNVERIFIED_SECONDS = 300;
const MAX_FACTORS = 10;
const FRESH_SECONDS = 900;

export class FlowModel {
  now = 0;
  password = 0;
  readonly sessions: ModelSession[] = [];
  readonly factors: ModelFactor[] = [];
  readonly links: ModelLink[] = [];

  exists = (factor: ModelFactor): boolean =>
    !factor.removed && (factor.verified || this.now - factor.madeAt < UNVERIFIED_SECONDS);
  protected = (): boolean => this.factors.some((one) => !one.removed && one.verified);
  step = (): number => Math.floor(this.now / 30);
  full = (session: ModelSession, held = session.held): boolean =>
    !this.protected() || (session.aal === 2 && held === 2);

  fresh = (session: ModelSession): boolean => this.now - session.provedAt < FRESH_SECONDS;

  open(): void {
    this.sessions.push({
      alive: true,
      aal: 1,
      held: 1,
      counter: 0,
      floor: 0,
      refreshedAt: this.now,
      raisedBy: null,
      provedAt: this.now,
    });
  }

  end(which: (session: ModelSession) => boolean): void {
    for (const session of this.sessions) if (which(session)) session.alive = false;
  }

  /** Returns the counter of the answer to a refresh, or null for a refusal. */
  refresh(session: ModelSession, counter: number): number | null {
    if (!session.alive || counter > session.counter) return null;
    const behind = session.counter - counter;
    if (behind === 0) {
      session.counter += 1;
      session.refreshedAt = this.now;
    } else {
      const recent = this.now - session.refreshedAt < REUSE_SECONDS;
      const below = counter < session.floor;
      if (below && recent) return null;
      if (below || (behind > 1 && !recent)) {
        session.alive = false;
        return null;
      }
    }
    session.held = session.aal;
    return session.counter;
  }

  /** A session without the second factor does not end sessions that have it. */
  signOut(session: ModelSession, which: (session: ModelSession) => boolean): void {
    const full = this.full(session);
    this.end((one) => which(one) && (full || one.aal === 1));
  }

  /** @param present the password sent along: the current one, a wrong one, or none */
  changePassword(session: ModelSession, held: 1 | 2, present: 'right' | 'wrong' | null): boolean {
    if (!session.alive || !this.full(session, held)) return false;
    if (present === 'wrong' || (present === null && !this.fresh(session))) return false;
    this.password += 1;
    this.end((one) => one !== session);
    for (const link of this.links) link.good = false;
    return true;
  }

  confirm(session: ModelSession, right: boolean): boolean {
    if (!session.alive || !right) return false;
    session.provedAt = this.now;
    session.counter += 1;
    session.refreshedAt = this.now;
    session.held = session.aal;
    return true;
  }

  askLink(): void {
    for (const link of this.links) link.good = false;
    this.links.push({ good: true, madeAt: this.now });
  }

  redeem(link: ModelLink): boolean {
    const good = link.good && this.now - link.madeAt < LINK_SECONDS;
    link.good = false;
    if (good) this.open();
    return good;
  }

  enrol(session: ModelSession): boolean {
    const many = this.factors.filter(this.exists).length >= MAX_FACTORS;
    if (!session.alive || !this.full(session) || !this.fresh(session) || many) return false;
    this.factors.push({
      removed: false,
      verified: false,
      madeAt: this.now,
      lastStep: Number.NEGATIVE_INFINITY,
    });
    return true;
  }

  verify(session: ModelSession, index: number, codeStep: number): boolean {
    const factor = this.factors[index]!;
    if (!session.alive || !this.exists(factor)) return false;
    if (!factor.verified && !this.full(session)) return false;
    const inReach = Math.abs(codeStep - this.step()) <= 1 && codeStep > factor.lastStep;
    if (!inReach) return false;
    factor.verified = true;
    factor.lastStep = codeStep;
    session.counter += 1;
    if (session.aal === 1) session.floor = session.counter;
    session.aal = 2;
    session.held = 2;
    session.raisedBy = index;
    session.refreshedAt = this.now;
    this.end((one) => one.aal === 1);
    return true;
  }

  unenrol(session: ModelSession, index: number): boolean {
    const factor = this.factors[index]!;
    if (!session.alive || !this.exists(factor) || !this.full(session)) return false;
    if (factor.verified && !this.fresh(session)) return false;
    factor.removed = true;
    const bare = !this.protected();
    for (const session of this.sessions) {
      if (session.raisedBy === index || bare) {
        session.aal = 1;
        session.raisedBy = null;
      }
    }
    return true;
  }
}
