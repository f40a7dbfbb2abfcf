import type { EditionDeskValue, EditionFieldsValue } from '@huimin/contract/console';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallProblem, call, sentenceOf } from '../../api/client.ts';
import { type Clash, clashingFields, type TypedFields } from './merge-fields.ts';

const PAUSE_MS = 1_200;

export interface DraftWork {
  /** What stands in the fields: what was loaded, with what was typed since. */
  readonly fields: EditionFieldsValue;
  readonly saving: boolean;
  /** Typed and not kept yet. */
  readonly unsaved: boolean;
  readonly problem: string | null;
  /** Somebody else changed the draft meanwhile, so that it has to be said what of both counts. */
  readonly clash: Clash | null;
  /** Who else worked on it while what was typed here was kept beside theirs; null: nobody. */
  readonly metBy: string | null;
  /** What was typed and is not kept yet. */
  pending(): TypedFields;
  change(fields: TypedFields): void;
  /** After what could not be kept: tries once more. */
  again(): void;
  /** Ends a clash: keeps what was typed here over theirs, or lets theirs be in the fields that both wrote. */
  settle(whose: 'mine' | 'theirs'): void;
  /** Keeps what was typed now; answers the revision it has then, null when it could not be kept. */
  keep(): Promise<number | null>;
}

/**
 * Keeps what is typed into a draft a moment after the last stroke, one save after the other. Where somebody else changed the draft in
 * between, other fields are kept beside theirs; of fields that both wrote, and of a draft that was handed in, nothing is overwritten unasked.
 */
export function useDraft(desk: EditionDeskValue, isReopened: boolean, onSaved: () => void): DraftWork {
  const { edition } = desk;
  /** Whoever types here wants what was handed in back, and said so. */
  const reopens = useRef(false);
  if (isReopened) reopens.current = true;
  /** The newest state that this page knows of, which what is typed is a change of. */
  const known = useRef({ revision: desk.draft?.revision ?? 0, fields: desk.fields });
  const pending = useRef<TypedFields>({});
  const running = useRef<Promise<number | null> | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const [typed, setTyped] = useState<TypedFields>({});
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [clash, setClash] = useState<Clash | null>(null);
  const [metBy, setMetBy] = useState<string | null>(null);

  // Not under what was typed: whose that is comes out when it is kept.
  useEffect(() => {
    const revision = desk.draft?.revision ?? 0;
    if (running.current || Object.keys(pending.current).length > 0 || revision < known.current.revision) return;
    known.current = { revision, fields: desk.fields };
    setTyped({});
  }, [desk]);

  /** One save; `again` where the draft was another by then and what was typed goes beside it now. */
  const send = useCallback(
    async (fields: TypedFields): Promise<number | 'again' | null> => {
      try {
        const { revision } = known.current;
        const saved = await call('saveEditionDraft', { edition, revision, fields, reopen: reopens.current });
        reopens.current = false;
        known.current = { revision: saved.revision, fields: { ...known.current.fields, ...fields } };
        setProblem(null);
        onSaved();
        return saved.revision;
      } catch (fault) {
        pending.current = { ...fields, ...pending.current };
        const theirs = await changedMeanwhile(edition, known.current.revision, fault);
        if (theirs === null) {
          setProblem(sentenceOf(fault));
          return null;
        }
        if (!theirs.draft) {
          setProblem('这份草稿已经发布或者丢弃了，您刚写的没有存上。要留的先抄下来，再刷新');
          return null;
        }
        const by = theirs.draft.savedBy;
        const isHanded = theirs.draft.state.status !== 'editing';
        const names = clashingFields(known.current.fields, theirs.fields, pending.current);
        if (isHanded || names.length > 0) {
          setClash({ by, names, isHanded, theirs });
          return null;
        }
        known.current = { revision: theirs.draft.revision, fields: theirs.fields };
        setMetBy(by);
        return 'again';
      }
    },
    [edition, onSaved],
  );

  const keep = useCallback(async (): Promise<number | null> => {
    clearTimeout(timer.current);
    if (running.current) await running.current;
    if (Object.keys(pending.current).length === 0) return known.current.revision;
    setSaving(true);
    running.current = (async () => {
      for (;;) {
        const fields = pending.current;
        pending.current = {};
        const done = await send(fields);
        if (done !== 'again') return done;
      }
    })();
    const done = await running.current;
    running.current = null;
    setSaving(false);
    return done;
  }, [send]);

  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (Object.keys(pending.current).length > 0) event.preventDefault();
    };
    addEventListener('beforeunload', leave);
    return () => {
      removeEventListener('beforeunload', leave);
      // Another page of the console: what was typed is still kept.
      void keep();
    };
  }, [keep]);

  const settle = (whose: 'mine' | 'theirs') => {
    if (!clash) return;
    const { theirs, names, isHanded } = clash;
    known.current = { revision: theirs.draft?.revision ?? 0, fields: theirs.fields };
    if (whose === 'mine') reopens.current = isHanded;
    else {
      // What was handed in stays as it was; otherwise only the fields that both wrote are theirs.
      const dropped: readonly string[] = isHanded ? Object.keys(pending.current) : names;
      const without = (fields: TypedFields): TypedFields =>
        Object.fromEntries(Object.entries(fields).filter(([name]) => !dropped.includes(name)));
      pending.current = without(pending.current);
      setTyped(without);
    }
    setClash(null);
    setProblem(null);
    if (Object.keys(pending.current).length === 0) onSaved();
    else void keep();
  };

  return {
    fields: { ...desk.fields, ...typed },
    saving,
    unsaved: Object.keys(pending.current).length > 0,
    problem,
    clash,
    metBy,
    pending: () => pending.current,
    change(fields) {
      pending.current = { ...pending.current, ...fields };
      setTyped((former) => ({ ...former, ...fields }));
      clearTimeout(timer.current);
      // While it is not said whose counts nothing is sent.
      if (!clash) timer.current = window.setTimeout(() => void keep(), PAUSE_MS);
    },
    again: () => void keep(),
    settle,
    keep,
  };
}

/** The draft as somebody else left it, where that is why it was refused; null where it was something else. */
async function changedMeanwhile(edition: string, revision: number, fault: unknown): Promise<EditionDeskValue | null> {
  if (!(fault instanceof CallProblem) || (fault.code !== 'staff-rule' && fault.code !== 'not-found')) return null;
  try {
    const now = await call('showEdition', { edition });
    return now.draft?.revision === revision && now.draft.state.status === 'editing' ? null : now;
  } catch {
    return null;
  }
}
