import type { EditionDeskValue } from '@huimin/contract/console';
import { Input } from 'antd';
import { createContext, type ReactNode, useContext, useId, useState } from 'react';
import { Link } from 'react-router';
import { DayInput, MomentInput, unreadSentence } from '../../app/day-input.tsx';
import type { DraftWork } from './use-draft.ts';

interface Editor {
  readonly desk: EditionDeskValue;
  readonly work: DraftWork;
  readonly readOnly: boolean;
}

const Context = createContext<Editor | null>(null);
export const EditorProvider = Context.Provider;

export function useEditor(): Editor {
  const editor = useContext(Context);
  if (!editor) throw new Error('no edition is open here');
  return editor;
}

/** What the checks say of a field; several are one after the other. */
export function useProblem(path: string): string {
  const { desk } = useEditor();
  return desk.checks
    .flatMap(({ problems }) => problems)
    .filter((problem) => problem.path === path)
    .map(({ message }) => message)
    .join('；');
}

export function Changed({ path }: { path: string }) {
  const { desk } = useEditor();
  return desk.differences.some((one) => one.path === path) ? <em className="ed-changed">改过</em> : null;
}

/** Brings a field before whoever works here, with the keys in it. */
export function showField(path: string): void {
  const place = document.querySelector(`[data-path="${CSS.escape(path)}"]`);
  place?.scrollIntoView({ block: 'center' });
  place?.querySelector<HTMLElement>('input:not([type="color"]), button')?.focus({ preventScroll: true });
}

/** Where a document is written that a check is about; null where it is about something else. */
export function documentAddress(edition: string, path: string): string | null {
  const [place, key] = path.split('.');
  if (place !== 'documents') return null;
  return `/pages?edition=${edition}${key ? `&page=${key}` : ''}`;
}

/** What a check says, leading to where it is mended: a field of this page, or a document on its own. */
export function CheckProblem({ path, message }: { path: string; message: string }) {
  const { desk, readOnly } = useEditor();
  const address = documentAddress(desk.edition, path);
  if (address !== null) return <Link to={address}>{message}</Link>;
  if (readOnly || !HAS_FIELD.test(path)) return message;
  return (
    <button type="button" onClick={() => showField(path)}>
      {message}
    </button>
  );
}

/** What cannot be changed here (reasons to join late) is only told. */
const HAS_FIELD = /^(?!editionCode|maxInsuredPerOrder|flows\.mid\.(?:waitingDays|reasons)|plans\.\d+\.code).+/;

export function FieldFrame({
  path,
  label,
  id,
  problem: own,
  children,
}: {
  path: string;
  label: string;
  id: string;
  /** In place of what the checks say of it. */
  problem?: string;
  children: ReactNode;
}) {
  const told = useProblem(path);
  const problem = own ?? told;
  return (
    <div className="ed-field" data-path={path}>
      <label htmlFor={id}>
        {label} <Changed path={path} />
      </label>
      {children}
      {problem !== '' && (
        <p className="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

type TextName =
  | ('proName' | 'name' | 'subtitle' | 'slogan' | 'recordFilingName' | 'recordFilingCode' | 'recordFilingOrganisation')
  | ('tel' | 'shareTitle' | 'shareDesc');

export function TextField({ path, label }: { path: TextName; label: string }) {
  const { work, readOnly } = useEditor();
  const id = useId();
  const problem = useProblem(path);
  return (
    <FieldFrame path={path} label={label} id={id}>
      <Input
        id={id}
        value={work.fields[path]}
        maxLength={200}
        disabled={readOnly}
        status={problem ? 'error' : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => work.change({ [path]: event.target.value })}
      />
    </FieldFrame>
  );
}

type DateName =
  | ('validDate' | 'invalidDate' | 'insureStart' | 'insureEnd' | 'underwriteEnd' | 'announcedOn')
  | ('endAnnouncedOn' | 'earlyFrom' | 'midFrom' | 'midUntil');

interface DateFieldProps {
  readonly path: DateName;
  readonly label: string;
  readonly day?: boolean;
  /** Where the edition keeps it under another name than the field's. */
  readonly keptAs?: string;
}

/** What residents may not have been told yet; every other date has to be there. */
const MAY_BE_EMPTY: readonly DateName[] = ['announcedOn', 'endAnnouncedOn'];

export function DateField({ path, label, day = false, keptAs = path }: DateFieldProps) {
  const { work, readOnly } = useEditor();
  const id = useId();
  const told = useProblem(keptAs);
  const [unread, setUnread] = useState('');
  const problem = unread === '' ? told : unreadSentence(unread, !day);
  const value = work.fields[path];
  const field = {
    ...{ id, isDisabled: readOnly, status: problem ? ('error' as const) : undefined },
    describedBy: problem ? `${id}-problem` : undefined,
    isGiven: !MAY_BE_EMPTY.includes(path),
    onChange: (text: string) => {
      setUnread('');
      work.change({ [path]: text });
    },
    // The date that stood there before is not what is wanted: the draft waits for one that can be read.
    onUnread: (text: string) => {
      setUnread(text);
      if (text !== '') work.change({ [path]: '' });
    },
  };
  return (
    <FieldFrame path={keptAs} label={label} id={id} problem={problem}>
      {day ? (
        <DayInput {...field} value={value.slice(0, 10)} />
      ) : (
        <MomentInput {...field} hasSeconds value={value.length === 10 ? `${value} 00:00:00` : value} />
      )}
    </FieldFrame>
  );
}
