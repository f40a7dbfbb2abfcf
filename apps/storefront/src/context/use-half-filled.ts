import { useCallback, useEffect, useRef, useState } from 'react';
import type { HalfFilledKind } from '../channel/half-filled-kind.ts';

/** Typing is kept this long after it pauses, and at once when the page is left. */
const PAUSE_MS = 300;

export interface HalfFilledForm<Form> {
  /** Null for the moment in which a kept form is looked for. */
  readonly form: Form | null;
  /** The form was left unfinished before and is here again. */
  readonly restored: boolean;
  readonly change: (form: Form) => void;
  /** After saving, or to begin anew with `form`: nothing stays in the browser. */
  readonly discard: (form?: Form) => void;
}

/** The form of one subject (null: of something new), which survives a reload, a lost login and a closed page. */
export function useHalfFilled<Form>(
  kind: HalfFilledKind<Form>,
  subject: string | null,
  blank: Form,
): HalfFilledForm<Form> {
  const [form, setForm] = useState<Form | null>(null);
  const [restored, setRestored] = useState(false);
  const unkept = useRef<Form | null>(null);
  const touched = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const start = useRef(blank);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const latest = unkept.current;
    unkept.current = null;
    if (latest === null) return;
    if (kind.isWorthKeeping(latest)) void kind.store().keep({ subject, form: latest });
    // Who has taken everything out again does not want to find it later.
    else void kind.store().discard();
  }, [kind, subject]);

  useEffect(() => {
    let current = true;
    touched.current = false;
    void kind
      .store()
      .read(subject)
      .then((kept) => {
        // Where the page shows an empty form meanwhile, what is typed into it by now is the newer one.
        if (!current || touched.current) return;
        setRestored(kept !== null);
        setForm(kept?.form ?? start.current);
      });
    const onHide = () => document.visibilityState === 'hidden' && flush();
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', flush);
    return () => {
      current = false;
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [kind, subject, flush]);

  const change = useCallback(
    (next: Form) => {
      setForm(next);
      touched.current = true;
      unkept.current = next;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, PAUSE_MS);
    },
    [flush],
  );
  const discard = useCallback(
    (next?: Form) => {
      clearTimeout(timer.current);
      unkept.current = null;
      setRestored(false);
      if (next) {
        touched.current = true;
        setForm(next);
      }
      void kind.store().discard();
    },
    [kind],
  );
  return { form, restored, change, discard };
}
