import { isDeepStrictEqual } from 'node:util';
import { beijingDate } from '@huimin/domain/date';
import {
  type BarredWord,
  nextContentStatus,
  STANDING_WORDS,
  sameNames,
  shareContentLabel,
  type WordFinding,
} from '@huimin/domain/share';
import type { Core } from '../../core.ts';
import type { Query } from '../../db/database.ts';
import type { EditionStore } from '../configuration/index.ts';
import { findingsOf, namesOf, standingOf } from './content-check.ts';
import {
  allContents,
  approveVersion,
  barredWords,
  type ContentKind,
  type ContentRow,
  recallContent,
  replaceBarredWords,
  versionsOf,
  writeVersion,
} from './content-store.ts';

/** How long the list of barred words may get. */
export const MOST_WORDS = 500;

/** What operators do with shared content: one writes, another approves, anybody recalls. */

export type ContentDesk = Pick<Core, 'database' | 'clock'> & { readonly editions: EditionStore };

async function view(deps: ContentDesk, rows: readonly ContentRow[]) {
  const words = await barredWords(deps.database.query);
  const nowMs = deps.clock.now();
  return rows.map((row) => {
    const edition = deps.editions.edition(row.edition_code);
    const { standing, findings } = standingOf(row, { edition, words, today: beijingDate(nowMs), nowMs });
    return {
      ...row,
      status_text: shareContentLabel(row.status),
      standing,
      standing_text: STANDING_WORDS[standing],
      findings,
    };
  });
}

/** What is written down together with a change, or neither of the two. */
type Alongside = (query: Query) => Promise<void>;
const NOTHING: Alongside = async () => {};

export async function listContents(deps: ContentDesk) {
  return view(deps, await allContents(deps.database.query));
}

export async function contentVersions(deps: ContentDesk, contentId: string) {
  return view(deps, await versionsOf(deps.database.query, contentId));
}

export interface WrittenContent {
  readonly contentId: string;
  readonly kind: ContentKind;
  readonly editionCode: string | undefined;
  readonly document: unknown;
  readonly endAnnouncedOn: string | null;
  /** The newest version when this one was begun, 0: none; undefined: whichever. */
  readonly newest?: number | undefined;
  readonly by: string;
}

type Written =
  | { readonly kind: 'written'; readonly version: number; readonly findings: readonly WordFinding[] }
  | { readonly kind: 'refused'; readonly why: string };

/**
 * A new version as a draft, and what is barred in it.
 * @param alongside what is done in the same transaction; `isAgain` where the version was there already
 */
export async function writeContent(
  deps: ContentDesk,
  wish: WrittenContent,
  alongside: (query: Query, version: number, isAgain: boolean) => Promise<void> = NOTHING,
): Promise<Written> {
  const edition = deps.editions.edition(wish.editionCode);
  if (!edition) return { kind: 'refused', why: '没有这个产品版本' };
  const [newest] = await versionsOf(deps.database.query, wish.contentId);
  if (newest && (newest.kind !== wish.kind || newest.edition_code !== edition.code)) {
    return { kind: 'refused', why: '这个编号已经是别的内容，请换一个编号' };
  }
  const again = newest && isAgain(newest, wish) ? newest.version : null;
  if (newest && wish.newest === 0 && again === null) {
    return { kind: 'refused', why: '这个编号已经有内容了。请换一个编号，或者打开它写新的一版' };
  }
  const version = await deps.database.transaction(async (query) => {
    const made =
      again ??
      (await writeVersion(query, {
        content_id: wish.contentId,
        kind: wish.kind,
        edition_code: edition.code,
        document: wish.document,
        names: namesOf(edition),
        end_announced_on: wish.endAnnouncedOn,
        written_by: wish.by,
        at: new Date(deps.clock.now()),
        newest: wish.newest,
      }));
    if (made !== null) await alongside(query, made, again !== null);
    return made;
  });
  if (version === null) return { kind: 'refused', why: '别人刚写了一版，您写的没有存。请抄下来，关上看最新的再写' };
  const row = { kind: wish.kind, document: wish.document, end_announced_on: wish.endAnnouncedOn };
  const words = await barredWords(deps.database.query);
  return { kind: 'written', version, findings: findingsOf(row, words, beijingDate(deps.clock.now())) };
}

/** Whether the newest is the very one that is asked for: its answer was lost, and it was sent once more. */
function isAgain(newest: ContentRow, wish: WrittenContent): boolean {
  return (
    wish.newest === newest.version - 1 &&
    newest.status === 'draft' &&
    newest.written_by === wish.by &&
    newest.end_announced_on === wish.endAnnouncedOn &&
    isDeepStrictEqual(newest.document, wish.document)
  );
}

export interface GivenApproval {
  readonly contentId: string;
  readonly version: number;
  readonly approvalNo: string;
  readonly expiresAtMs: number;
  readonly by: string;
}

type Approved =
  | { readonly kind: 'approved' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'not-so'; readonly why: string; readonly findings?: readonly WordFinding[] };

/** Shows a draft from now on. Whoever wrote it does not approve it, and nothing barred is approved. */
export async function approveContent(
  deps: ContentDesk,
  given: GivenApproval,
  alongside: Alongside = NOTHING,
): Promise<Approved> {
  const nowMs = deps.clock.now();
  const versions = await versionsOf(deps.database.query, given.contentId);
  const draft = versions.find(({ version }) => version === given.version);
  if (!draft) return { kind: 'absent' };
  if (nextContentStatus(draft.status, 'Approved') === null) {
    return { kind: 'not-so', why: `这一版${shareContentLabel(draft.status)}，不能再审批` };
  }
  if (draft.written_by === given.by) return { kind: 'not-so', why: '写的人不能自己审批，请另一位来' };
  if (given.expiresAtMs <= nowMs) return { kind: 'not-so', why: '有效期要晚于现在' };
  const edition = deps.editions.edition(draft.edition_code);
  if (!edition || !sameNames(namesOf(edition), draft.names)) {
    return { kind: 'not-so', why: '产品、保险公司或经纪公司的名称变了，请重新写一版' };
  }
  const findings = findingsOf(draft, await barredWords(deps.database.query), beijingDate(nowMs));
  if (findings.length > 0) return { kind: 'not-so', why: '有不能用的词，改掉再审批', findings };
  const done = await deps.database.transaction(async (query) => {
    const isApproved = await approveVersion(query, {
      contentId: given.contentId,
      version: given.version,
      approvalNo: given.approvalNo,
      by: given.by,
      at: new Date(nowMs),
      expiresAt: new Date(given.expiresAtMs),
    });
    if (isApproved) await alongside(query);
    return isApproved;
  });
  return done ? { kind: 'approved' } : { kind: 'not-so', why: '这一版刚被别人改动，请重新看' };
}

/** Not shown and not drawn from this moment on, wherever it already hangs. */
export async function recall(
  deps: ContentDesk,
  given: { readonly contentId: string; readonly by: string; readonly reason: string },
  alongside: Alongside = NOTHING,
): Promise<boolean> {
  return deps.database.transaction(async (query) => {
    const isRecalled = await recallContent(query, { ...given, at: new Date(deps.clock.now()) });
    if (isRecalled) await alongside(query);
    return isRecalled;
  });
}

export async function wordsNow(deps: ContentDesk): Promise<BarredWord[]> {
  return barredWords(deps.database.query);
}

/** Another list of barred words: content that has one of them is not shown any more. Answers what that concerns. */
export async function changeWords(deps: ContentDesk, words: readonly BarredWord[]): Promise<string[]> {
  await deps.database.transaction((query) => replaceBarredWords(query, words));
  return piecesWithBarredWords(deps);
}

/** What is approved and not shown because of a word in it. */
export async function piecesWithBarredWords(deps: ContentDesk): Promise<string[]> {
  const contents = await listContents(deps);
  return contents.filter(({ standing }) => standing === 'barred-words').map(({ content_id }) => content_id);
}
