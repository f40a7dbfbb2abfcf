import type { EditionDeskValue, EditionFieldsValue } from '@huimin/contract/console';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallProblem, call, sentenceOf } from '../../api/client.ts';
import { atPlaces, type Clash, clashingFields, planPlaces, type TypedFields } from './merge-fields.ts';

const PAUSE_MS = 1_200;
/** Others who change the same draft are met again at most so often. */
const MOST_TRIES = 3;
export const NOT_KEPT = '还有改动没有存上，请看这一页最上面';

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
  /**
   * Makes a change of the draft that is no field of it, after what was typed was kept: `change` is asked again where somebody else changed
   * the draft meanwhile. Answers why it was refused, in words; null when it was made.
   */
  make(change: (state: DraftStateNow) => Promise<unknown>): Promise<string | null>;
}

/** The draft that a change is made of. */
export interface DraftStateNow {
  readonly revision: number;
  /** Whoever changes it said that what was handed in is taken back. */
  readonly reopen: boolean;
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
  const known = useRef(knownOf(desk));
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
    known.current = knownOf(desk);
    setTyped({});
  }, [desk]);

  /** What was typed, and what it was a change of, with the plans as they are in this state of the draft. */
  const moveTo = useCallback((now: EditionDeskValue) => {
    const [was, places] = [known.current.places, planPlaces(now)];
    const moved = (fields: TypedFields) => atPlaces(fields, was, places, now.fields);
    pending.current = moved(pending.current);
    known.current = { ...known.current, places, fields: { ...known.current.fields, ...moved(known.current.fields) } };
    setTyped(moved);
  }, []);

  /** One save; `again` where the draft was another by then and what was typed goes beside it now. */
  const send = useCallback(
    async (fields: TypedFields): Promise<number | 'again' | null> => {
      try {
        const { revision } = known.current;
        const saved = await call('saveEditionDraft', { edition, revision, fields, reopen: reopens.current });
        reopens.current = false;
        known.current = {
          ...known.current,
          revision: saved.revision,
          fields: { ...known.current.fields, ...fields },
        };
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
        moveTo(theirs);
        const names = clashingFields(known.current.fields, theirs.fields, pending.current);
        if (isHanded || names.length > 0) {
          setClash({ by, names, isHanded, theirs });
          return null;
        }
        known.current = knownOf(theirs);
        setMetBy(by);
        return 'again';
      }
    },
    [edition, onSaved, moveTo],
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

  /** The change itself; afterwards what is known is the draft as it is then. */
  const changeNow = async (change: (state: DraftStateNow) => Promise<unknown>): Promise<void> => {
    for (let tries = 0; ; tries++) {
      try {
        await change({ revision: known.current.revision, reopen: reopens.current });
        reopens.current = false;
        break;
      } catch (fault) {
        const theirs = tries < MOST_TRIES ? await changedMeanwhile(edition, known.current.revision, fault) : null;
        if (theirs?.draft?.state.status !== 'editing') throw fault;
        moveTo(theirs);
        known.current = knownOf(theirs);
        setMetBy(theirs.draft.savedBy);
      }
    }
    const now = await call('showEdition', { edition });
    moveTo(now);
    known.current = knownOf(now);
  };

  const make = async (change: (state: DraftStateNow) => Promise<unknown>): Promise<string | null> => {
    if ((await keep()) === null) return NOT_KEPT;
    setSaving(true);
    const made = changeNow(change).then(
      () => null,
      (fault) => sentenceOf(fault),
    );
    // What is typed meanwhile waits for it.
    running.current = made.then(() => known.current.revision);
    const refused = await made;
    running.current = null;
    setSaving(false);
    onSaved();
    return refused;
  };

  const settle = (whose: 'mine' | 'theirs') => {
    if (!clash) return;
    const { theirs, names, isHanded } = clash;
    known.current = knownOf(theirs);
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
    make,
  };
}

/** What this page knows of a draft: fields, with the plans that their lists are of. */
const knownOf = (desk: EditionDeskValue) => ({
  revision: desk.draft?.revision ?? 0,
  fields: desk.fields,
  places: planPlaces(desk),
});

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
