import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Seal } from '../../ui/seal.tsx';

const FLAG = 'onboarding_completed';

const STEPS = [
  {
    title: 'Welcome to the Synthetic Banking Sandbox',
    text: 'A safe place to work with synthetic banking data with no real customers. This tour has three steps and takes half a minute.',
  },
  {
    title: 'Generate Synthetic Data',
    text: 'Run Full Batch on the dashboard creates linked customers, accounts and transactions. Each batch has its own seal: a visual fingerprint.',
  },
  {
    title: 'Governance Dashboard',
    text: 'Every batch and model run is on record: generation logs under Governance, model runs and their evidence under AI Governance.',
  },
] as const;

function completedBefore(): boolean {
  try {
    return localStorage.getItem(FLAG) === 'true';
  } catch {
    return false;
  }
}

/** Onboarding tour, shown at each visit until it is closed with the checkbox ticked. */
export function OnboardingDialog() {
  const [open, setOpen] = useState(() => !completedBefore());
  const [step, setStep] = useState(0);
  const [never, setNever] = useState(false);
  const last = step === STEPS.length - 1;
  const shown = STEPS[step] ?? STEPS[0];

  const close = () => {
    if (never) {
      try {
        localStorage.setItem(FLAG, 'true');
      } catch {
        // Without storage the tour opens again; nothing else is lost.
      }
    }
    setOpen(false);
  };

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={shown.title}
      description={`Step ${step + 1} of ${STEPS.length}`}
      footer={
        <>
          <span className="mr-auto max-sm:w-full">
            <Checkbox
              label="Don't show this again"
              checked={never}
              onChange={(event) => setNever(event.target.checked)}
            />
          </span>
          <Button variant="ghost" onClick={close}>
            Skip
          </Button>
          <Button disabled={step === 0} onClick={() => setStep(step - 1)}>
            Back
          </Button>
          <Button variant="primary" onClick={() => (last ? close() : setStep(step + 1))}>
            {last ? 'Get Started' : 'Next'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-5 py-3 sm:flex-row sm:items-start">
        <Seal hash={shown.title} size={104} />
        <p aria-live="polite" className="max-w-[48ch] text-base text-ink-soft">
          {shown.text}
        </p>
      </div>
    </Dialog>
  );
}
