import type { ConsoleCalls, DictionaryLineValue, DictionaryVersionValue } from '@huimin/contract/console';
import { DICTIONARY_CODES, type DictionaryCode } from '@huimin/contract/vocabulary';
import { beijingDateTime } from '@huimin/domain/date';
import {
  DICTIONARIES,
  type DictionaryEntry,
  dictionaryDifferences,
  dictionaryProblem,
} from '@huimin/domain/dictionary';
import { mayStaff, seesEverything } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import { dictionaryRows, writeDictionary } from '../configuration/index.ts';
import { type ApprovalKind, type ConsoleHandler, NotPossible } from '../staff/index.ts';
import { type ChannelDeskDependencies, signerOf } from './channel-desk-deps.ts';
import {
  approveVersion,
  type DictionaryVersionRow,
  dictionaryVersions,
  insertVersion,
  keepFirstVersion,
} from './dictionary-store.ts';

const CHANGE = 'dictionary-change';
const LASTS_MS = 7 * 24 * 60 * 60_000;
const NOT_ALL = '字典管全省全部产品，只有数据范围是全省的人能改';

/** The list's new words are there at once when another person agrees, unless others came into force meanwhile. */
export function dictionaryChangeKind(): ApprovalKind<{ readonly dictionary: DictionaryCode }> {
  return {
    ...{ kind: CHANGE, title: '改字典', asks: 'dictionary.change', decides: 'dictionary.approve', lastsMs: LASTS_MS },
    // Everybody reads the lists, and what waits for them; who changes them is looked at when it is done.
    within: () => true,
    async run(_payload, { query, approvalId, askedBy, decidedBy, nowMs }) {
      if (decidedBy === null) throw new NotPossible('staff-rule', '改字典要两个人');
      if (![askedBy, decidedBy].every(({ scope }) => seesEverything(scope)))
        throw new NotPossible('staff-rule', NOT_ALL);
      const version = await approveVersion(query, approvalId, signerOf(decidedBy), nowMs);
      if (version === null) throw new NotPossible('staff-rule', '这个字典刚刚改过了，请撤回，按现在的重新申请');
      await writeDictionary(query, version.code, version.entries);
    },
  };
}

export function listDictionaries(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['listDictionaries']> {
  return async (_input, { member }) => {
    const { query } = deps.database;
    const versions = await dictionaryVersions(query, null);
    const waiting = (await deps.approvals.waitingOf(member, [CHANGE])).map(({ approvalNo }) => approvalNo);
    const lines: DictionaryLineValue[] = [];
    for (const code of DICTIONARY_CODES) {
      const own = versions.filter((one) => one.code === code);
      lines.push(lineOf(code, await dictionaryRows(query, code), own, waiting));
    }
    return ok({ dictionaries: lines.sort((a, b) => Number(b.isOurs) - Number(a.isOurs)) });
  };
}

export function showDictionary(deps: ChannelDeskDependencies): ConsoleHandler<ConsoleCalls['showDictionary']> {
  return async ({ dictionary }, { member }) => {
    const { query } = deps.database;
    const entries = await dictionaryRows(query, dictionary);
    if (entries.length === 0) return fail('not-found', '这个字典还没有内容');
    const rows = await dictionaryVersions(query, dictionary);
    const waiting = await deps.approvals.waitingOf(member, [CHANGE], subjectOf(dictionary));
    const mayDecide = new Map(waiting.map((one) => [one.approvalNo, one.mayDecide]));
    const { always } = DICTIONARIES[dictionary];
    return ok({
      line: lineOf(dictionary, entries, rows, [...mayDecide.keys()]),
      entries: entries.map(({ value, label, isOffered }) => ({
        ...{ value, label, isOffered },
        isAlways: always.includes(value),
      })),
      versions: versionViews(rows, entries, mayDecide),
      mayChange:
        DICTIONARIES[dictionary].owner === 'operators' &&
        mayStaff(member.roles, 'dictionary.change') &&
        seesEverything(member.scope),
    });
  };
}

export function askDictionaryChange(
  deps: ChannelDeskDependencies,
): ConsoleHandler<ConsoleCalls['askDictionaryChange']> {
  return async ({ dictionary, entries: given, version, reason }, request) => {
    if (!seesEverything(request.member.scope)) return fail('staff-rule', NOT_ALL);
    const now = await dictionaryRows(deps.database.query, dictionary);
    const entries = given.map(({ value, label, isOffered }) => ({ value, label: label.trim(), isOffered }));
    const values = now.map(({ value }) => value);
    const problem = dictionaryProblem(dictionary, entries, values);
    if (problem !== null) return fail('staff-rule', problem);
    const differences = dictionaryDifferences(now, entries);
    if (differences.length === 0) return fail('staff-rule', '和现在的一样，没有要改的');
    const rows = await dictionaryVersions(deps.database.query, dictionary);
    const afterVersion = rows.find(({ approved_at }) => approved_at !== null)?.version ?? 1;
    if (version !== undefined && version !== afterVersion) {
      return fail('staff-rule', '这个字典刚被别人改过，您写的没有提交。请抄下来，点“不改了”看最新的再改');
    }
    const words = `${reason.trim()}。${differences.join('；')}`;
    const subject = subjectOf(dictionary);
    // The answer was lost, and it was sent once more.
    const own = (await deps.approvals.waitingOf(request.member, [CHANGE], subject)).filter(({ mine }) => mine);
    const same = rows.find(
      (row) =>
        own.some(({ approvalNo }) => approvalNo === String(row.approval_id)) &&
        dictionaryDifferences(row.entries, entries).length === 0,
    );
    if (same) {
      const detail = `又发来一次，申请 ${same.approval_id} 已在等`;
      await deps.database.transaction((query) => request.note({ subject, detail }, query));
      return ok({ approvalNo: String(same.approval_id) });
    }
    const approvalNo = await deps.database.transaction(async (query) => {
      const asking = { by: request.member, subject, reason: words, payload: { dictionary } };
      const id = await deps.approvals.ask(query, { kind: CHANGE }, asking);
      await keepFirstVersion(query, dictionary, plain(now), deps.clock.now());
      await insertVersion(query, {
        ...{ code: dictionary, entries, reason: reason.trim(), written_by: signerOf(request.member) },
        ...{ written_at: deps.clock.now(), approval_id: id, afterVersion },
      });
      await request.note({ subject, detail: words }, query);
      return id;
    });
    return ok({ approvalNo: String(approvalNo) });
  };
}

const plain = (entries: readonly DictionaryEntry[]) =>
  entries.map(({ value, label, isOffered }) => ({ value, label, isOffered }));

const subjectOf = (code: DictionaryCode) => `字典 ${DICTIONARIES[code].title}`;

function lineOf(
  code: DictionaryCode,
  entries: readonly DictionaryEntry[],
  versions: readonly DictionaryVersionRow[],
  waiting: readonly string[],
): DictionaryLineValue {
  const { title, shownAt, owner, why } = DICTIONARIES[code];
  const current = versions.find(({ approved_at }) => approved_at !== null);
  return {
    ...{ dictionary: code, title, shownAt, why, isOurs: owner === 'operators', entries: entries.length },
    offered: entries.filter(({ isOffered }) => isOffered).length,
    version: current?.version ?? 1,
    changedAt: current?.approved_at == null || current.version === 1 ? null : beijingDateTime(current.approved_at),
    isWaiting: versions.some(({ approval_id }) => waiting.includes(String(approval_id))),
  };
}

/** Each beside the one that was shown when it was written; those that were refused or ran out are left out. */
function versionViews(
  rows: readonly DictionaryVersionRow[],
  now: readonly DictionaryEntry[],
  mayDecide: ReadonlyMap<string, boolean>,
): DictionaryVersionValue[] {
  const approved = rows.filter(({ approved_at }) => approved_at !== null);
  return rows.flatMap((row) => {
    const approvalNo = String(row.approval_id);
    const isWaiting = row.approved_at === null;
    if (isWaiting && !mayDecide.has(approvalNo)) return [];
    const former = isWaiting ? now : approved[approved.indexOf(row) + 1]?.entries;
    return [
      {
        ...{ version: row.version, reason: row.reason, writtenBy: row.written_by },
        status: isWaiting ? ('waiting' as const) : row === approved[0] ? ('current' as const) : ('former' as const),
        entries: row.entries.map((entry) => ({ ...entry })),
        differences: former === undefined ? [] : [...dictionaryDifferences(former, row.entries)],
        writtenAt: beijingDateTime(row.written_at),
        approvedBy: row.approved_by,
        approvedAt: row.approved_at === null ? null : beijingDateTime(row.approved_at),
        approvalNo: isWaiting ? approvalNo : null,
        mayDecide: mayDecide.get(approvalNo) ?? false,
      },
    ];
  });
}
