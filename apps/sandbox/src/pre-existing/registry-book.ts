import { createHmac } from 'node:crypto';
import type { SandboxParts } from '../sandbox-parts.ts';

/** What the data centre says of a person: yes, no, cannot tell. */
export type Label = 'Y' | 'N' | 'U';
export const LABELS: readonly Label[] = ['Y', 'N', 'U'];

export type RegisteredLabel = { idNo: string; userName: string; label: Label; classCode?: string };

export type Question = {
  queryNo: string;
  /** What was asked, to tell the same question from another under its number. */
  asked: string;
  way: 'trusted' | 'private';
  askedAtMs: number;
  readyAtMs: number;
};

export type RegistryBook = {
  people: { list(): RegisteredLabel[]; set(person: RegisteredLabel): void };
  questions(): Question[];
  /** Takes a question once; the same again is the same. Undefined for another under a number that is taken. */
  ask(question: Question): Question | undefined;
  byNumber(idNo: string, userName: string): RegisteredLabel;
  byHash(subjectHash: string): RegisteredLabel | undefined;
  reset(): void;
};

/** Three digits before the check character that mean something; everybody else has nothing. */
const MAGIC: Readonly<Record<string, Pick<RegisteredLabel, 'label' | 'classCode'>>> = {
  '881': { label: 'Y', classCode: 'C2' },
  '882': { label: 'Y', classCode: 'C4' },
  '883': { label: 'U' },
  // Not in the registry: told exactly like what cannot be told.
  '884': { label: 'U' },
};
export const BUSY = '885';
export const SILENT = '886';
export const WRONGLY_SIGNED = '887';
export const SLOW = '888';

export function magicOf(idNo: string): string {
  return idNo.slice(14, 17);
}

/** The registry of the data centre, and the questions it was asked. */
export function createRegistryBook({ keys }: Pick<SandboxParts, 'keys'>): RegistryBook {
  const people = new Map<string, RegisteredLabel>();
  const questions = new Map<string, Question>();
  const hashes = new Map<string, string>();
  const hashOf = ({ idNo, userName }: { idNo: string; userName: string }): string =>
    createHmac('sm3', Buffer.from(keys.preExisting.subjectKeyBase64, 'base64'))
      .update(`PX-1\n01\n${idNo}\n${userName}`)
      .digest('hex');
  const keep = (person: RegisteredLabel): void => {
    people.set(person.idNo, person);
    hashes.set(hashOf(person), person.idNo);
  };
  return {
    people: { list: () => [...people.values()], set: keep },
    questions: () => [...questions.values()],
    ask: (question) => {
      const before = questions.get(question.queryNo);
      if (before) return before.asked === question.asked && before.way === question.way ? before : undefined;
      questions.set(question.queryNo, question);
      return question;
    },
    byNumber: (idNo, userName) => {
      const known = people.get(idNo);
      // A wrong name is told like a person nobody knows.
      if (known) return known.userName === userName ? known : { idNo, userName, label: 'U' };
      const found: RegisteredLabel = { idNo, userName, ...(MAGIC[magicOf(idNo)] ?? { label: 'N' }) };
      keep(found);
      return found;
    },
    byHash: (subjectHash) => people.get(hashes.get(subjectHash) ?? ''),
    reset: () => {
      people.clear();
      questions.clear();
      hashes.clear();
    },
  };
}
