import { type ReactNode, useState } from 'react';
import { Agree } from './choices.tsx';
import { goToField } from './error-summary.tsx';

export interface Consent {
  readonly id: string;
  readonly given: boolean;
  readonly problem: string | null;
  set(given: boolean): void;
  /** False while it is not ticked: said at the box, and gone there unless something else comes first. */
  check(goThere?: boolean): boolean;
}

/** A consent that a step needs. It starts unticked. `missing`: what is said without it. */
export function useConsent(id: string, missing: string): Consent {
  const [given, setGiven] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    id,
    given,
    problem,
    set(next) {
      setGiven(next);
      if (next) setProblem(null);
    },
    check(goThere = true) {
      setProblem(given ? null : missing);
      if (!given && goThere) goToField(id);
      return given;
    },
  };
}

type Props = {
  consent: Consent;
  /** What is agreed to. */
  children: ReactNode;
  onChange?: () => void;
  /** What has to be done first, instead of ticking; null or left out when nothing has. */
  first?: (() => void) | null;
};

export function ConsentLine({ consent, children, onChange, first }: Props) {
  return (
    <Agree
      id={consent.id}
      checked={consent.given}
      error={consent.problem}
      onChange={(given) => {
        if (given && first) return first();
        consent.set(given);
        onChange?.();
      }}
    >
      {children}
    </Agree>
  );
}
