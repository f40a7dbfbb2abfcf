import { useCallback, useEffect, useRef, useState } from 'react';
import { halfFilledMember } from './half-filled-member.ts';
import { isWorthKeeping, type MemberForm } from './member-form.ts';

/** Typing is kept this long after it pauses, and at once when the page is left. */
const PAUSE_MS = 300;

export interface HalfFilledForm {
  /** Null for the moment in which a kept form is looked for. */
  readonly form: MemberForm | null;
  /** The form was left unfinished before and is here again. */
  readonly restored: boolean;
  readonly change: (form: MemberForm) => void;
  /** After saving, or to begin anew with `form`: nothing stays in the browser. */
  readonly discard: (form?: MemberForm) => void;
}

/** The form of one person (`memberId` null: a new one), which survives a reload, a lost login and a closed page. */
export function useHalfFilled(memberId: string | null, blank: MemberForm): HalfFilledForm {
  const [form, setForm] = useState<MemberForm | null>(null);
  const [restored, setRestored] = useState(false);
  const unkept = useRef<MemberForm | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const start = useRef(blank);

  const flush = useCallback(() => {
    clearTimeout(timer.current);
    const latest = unkept.current;
    unkept.current = null;
    if (latest && isWorthKeeping(latest)) void halfFilledMember().keep({ memberId, form: latest });
  }, [memberId]);

  useEffect(() => {
    let current = true;
    void halfFilledMember()
      .read(memberId)
      .then((kept) => {
        if (!current) return;
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
  }, [memberId, flush]);

  const change = useCallback(
    (next: MemberForm) => {
      setForm(next);
      unkept.current = next;
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, PAUSE_MS);
    },
    [flush],
  );
  const discard = useCallback((next?: MemberForm) => {
    clearTimeout(timer.current);
    unkept.current = null;
    setRestored(false);
    if (next) setForm(next);
    void halfFilledMember().discard();
  }, []);
  return { form, restored, change, discard };
}
