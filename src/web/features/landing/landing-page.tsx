import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { BRAND_HASH, Brand } from '../../ui/brand.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { Seal } from '../../ui/seal.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';

const VALUES = [
  {
    title: 'Privacy by Design',
    text: 'Every batch learned from real data is tested with privacy attacks against a holdout before it gets a score. If the test itself fails, there is no score.',
  },
  {
    title: 'AI Governance Built-In',
    text: 'Every model run is on record: inputs, performance, risk, approver and the evidence behind the decision.',
  },
  {
    title: 'Enterprise Ready',
    text: 'Runs on your own servers and makes no outbound calls. Each organization sees only its own data, enforced in the database.',
  },
];

function Calls() {
  return (
    <div className="flex flex-wrap gap-3">
      <Link to="/auth" className={buttonClasses({ variant: 'primary', size: 'large' })}>
        Launch Sandbox
      </Link>
      <Link to="/auth" className={buttonClasses({ variant: 'secondary', size: 'large' })}>
        Request Pilot
      </Link>
    </div>
  );
}

export function LandingPage() {
  useEffect(() => {
    document.title = 'Synthetic Banking Sandbox';
  }, []);
  return (
    <div className="mx-auto max-w-[1200px] px-6 sm:px-10">
      <header className="flex items-center justify-between gap-3 py-6">
        <Brand />
        <div className="flex items-center gap-3">
          <ThemeSwitch />
          <Link to="/auth" className="link">
            Sign&nbsp;in
          </Link>
        </div>
      </header>

      <main>
        <section className="relative grid items-center gap-10 overflow-hidden py-14 sm:py-20 lg:grid-cols-[1fr_1.1fr]">
          <div className="relative z-10">
            <h1 tabIndex={-1} className="max-w-[16ch] text-[2rem] leading-[1.15] sm:text-2xl">
              AI progress is constrained by trust
            </h1>
            <p className="mt-5 mb-8 max-w-[52ch] text-base text-ink-soft">
              A safe place for banks, credit unions and insurers to build with AI: synthetic banking
              data with the structure of yours and no real customers, measured for quality and
              privacy.
            </p>
            <Calls />
          </div>
          <div className="pointer-events-none absolute -right-24 -bottom-24 opacity-20 lg:static lg:justify-self-end lg:opacity-100">
            <Seal hash={BRAND_HASH} size={560} className="max-w-full text-action" />
          </div>
        </section>

        <section
          aria-labelledby="problem"
          className="grid gap-6 border-t border-line py-14 lg:grid-cols-[1fr_2fr]"
        >
          <h2 id="problem" className="text-lg">
            The problem
          </h2>
          <div className="max-w-[66ch] space-y-4 text-base text-ink-soft">
            <p>
              The data your models need is the data you can’t share. So projects wait for approval,
              or run on samples that don’t resemble your customers.
            </p>
            <p>
              Synthetic data solves this only if you can verify it. Here every batch carries the
              hash of its source, its scores and a list of what was not measured.
            </p>
          </div>
        </section>

        <section
          aria-label="What it gives you"
          className="grid gap-5 border-t border-line py-14 md:grid-cols-3"
        >
          {VALUES.map((value) => (
            <article key={value.title} className="rounded-md border border-line bg-surface p-6">
              <Seal hash={value.title} size={44} />
              <h2 className="mt-4 text-lg">{value.title}</h2>
              <p className="mt-2 text-ink-soft">{value.text}</p>
            </article>
          ))}
        </section>

        <section
          aria-labelledby="start"
          className="flex flex-wrap items-center justify-between gap-6 border-t border-line py-14"
        >
          <div>
            <h2 id="start" className="text-xl">
              Start before the real data arrives
            </h2>
            <p className="mt-2 text-base text-ink-soft">
              Your first batch of customers, accounts and transactions takes seconds and needs no
              upload.
            </p>
          </div>
          <Calls />
        </section>
      </main>

      <footer className="flex flex-wrap justify-between gap-2 border-t border-line py-8 text-ink-soft">
        <p>Safe AI Data Sandbox for Financial Institutions</p>
        <p>© 2025</p>
      </footer>
    </div>
  );
}
