import type { EditionDeskValue, EditionFieldsValue } from '@huimin/contract/console';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallProblem, call, sentenceOf } from '../../api/client.ts';

const PAUSE_MS = 1_200;

export interface DraftWork {
  /** What stands in the fields: what was loaded, with what was typed since. */
  readonly fields: EditionFieldsValue;
  readonly saving: boolean;
  /** Typed and not kept yet. */
  readonly unsaved: boolean;
  readonly problem: string | null;
  change(fields: Partial<EditionFieldsValue>): void;
  /** After what could not be kept: tries once more; where somebody else changed the draft meanwhile, begins with theirs. */
  again(): void;
  /** Keeps what was typed now; answers the revision it has then, null when it could not be kept. */
  keep(): Promise<number | null>;
}

/** Keeps what is typed into a draft a moment after the last stroke, one save after the other. */
export function useDraft(desk: EditionDeskValue, onSaved: () => void): DraftWork {
  const revision = useRef(desk.draft?.revision ?? 0);
  revision.current = Math.max(revision.current, desk.draft?.revision ?? 0);
  const pending = useRef<Partial<EditionFieldsValue>>({});
  const running = useRef<Promise<number | null> | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const [typed, setTyped] = useState<Partial<EditionFieldsValue>>({});
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const isStale = useRef(false);

  const keep = useCallback(async (): Promise<number | null> => {
    clearTimeout(timer.current);
    if (running.current) await running.current;
    const fields = pending.current;
    if (Object.keys(fields).length === 0) return revision.current;
    pending.current = {};
    setSaving(true);
    running.current = call('saveEditionDraft', { edition: desk.edition, revision: revision.current, fields }).then(
      (saved) => {
        revision.current = saved.revision;
        setProblem(null);
        onSaved();
        return saved.revision;
      },
      (fault) => {
        pending.current = { ...fields, ...pending.current };
        isStale.current = fault instanceof CallProblem && fault.code === 'staff-rule';
        setProblem(sentenceOf(fault));
        return null;
      },
    );
    const done = await running.current;
    running.current = null;
    setSaving(false);
    return done;
  }, [desk.edition, onSaved]);

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

  return {
    fields: { ...desk.fields, ...typed },
    saving,
    unsaved: Object.keys(pending.current).length > 0,
    problem,
    change(fields) {
      pending.current = { ...pending.current, ...fields };
      setTyped((former) => ({ ...former, ...fields }));
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void keep(), PAUSE_MS);
    },
    again: () => (isStale.current ? location.reload() : void keep()),
    keep,
  };
}
