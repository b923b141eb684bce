import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { BRAND_HASH, Brand } from '../../ui/brand.tsx';
import { buttonClasses } from '../../ui/button.tsx';
import { Seal } from '../../ui/seal.tsx';
import { ThemeSwitch } from '../../ui/theme-switch.tsx';

const VALUES = [
  {
    title: 'Privacy by Design',
    text: 'Rows shaped by real ones are attacked before they are scored, with a control beside each attack. Where the test itself failed, the score is withheld.',
  },
  {
    title: 'AI Governance Built-In',
    text: 'Every model run leaves a record: what it read, how well it did, what it risks, who approved it, and the documents that stand behind the decision.',
  },
  {
    title: 'Enterprise Ready',
    text: 'Runs on your own machines and calls nobody else. Each organization sees its own rows, and the database itself holds that line.',
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
              A safe place for banks, credit unions and insurers to build with AI: banking data that
              belongs to nobody, shaped like yours, with its quality and its privacy measured.
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
              The data that would teach a model is the data nobody may hand out. So projects wait
              for permissions, or run on samples that resemble no customer the institution has.
            </p>
            <p>
              Synthetic data answers that only when it can be checked. Here every batch carries the
              hash of what it was made from, its scores and a list of what was not measured.
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
              A first batch of customers, accounts and transactions takes seconds, and no upload.
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
