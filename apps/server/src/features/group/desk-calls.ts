import type { ConsoleCalls } from '@huimin/contract/console';
import { parseDate } from '@huimin/domain/date';
import { isOnSale, notYetOnSale } from '@huimin/domain/product';
import { cityCodeOf } from '@huimin/domain/region';
import { mayStaff, withinScope } from '@huimin/domain/staff';
import { joining } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import type { ConsoleHandler, ConsoleHandlerTable, WaitingCounter } from '../staff/index.ts';
import { type Done, makeBill, withdrawBill } from './bills.ts';
import { takeRoster, templateFile } from './contact-calls.ts';
import { decideGroup, groupForDesk, NONE } from './desk-decision.ts';
import { groupMoneyHandlers } from './desk-money.ts';
import { rosterLines, searchGroups } from './desk-store.ts';
import { deskGroup, deskLine, deskRow, subjectOf } from './desk-view.ts';
import type { GroupDependencies } from './group-deps.ts';
import { groupReportFile, rosterProblemsFile } from './group-files.ts';
import type { GroupRow } from './group-store.ts';
import { dropRow, mendRow } from './mend-roster.ts';
import {
  assignGroup,
  changeContact,
  closeGroupForOperator,
  contactGroup,
  openRoster,
  registerGroup,
  remindGroupForOperator,
  voucherOfGroup,
} from './operator.ts';
import { removePeople } from './remove-people.ts';

const PAGE = 60;
const ROWS = 100;
type Step = Parameters<ConsoleHandler<ConsoleCalls['moveCompanyGroup']>>[0];

/** The console's calls of this topic, by name. */
export function groupDeskHandlers(deps: GroupDependencies) {
  return {
    listCompanyGroups: listCompanyGroups(deps),
    showCompanyGroup: showCompanyGroup(deps),
    listGroupRows: listGroupRows(deps),
    registerCompanyGroup: registerCompanyGroup(deps),
    takeCompanyRoster: takeCompanyRoster(deps),
    mendGroupRow: mendGroupRow(deps),
    dropGroupRow: dropGroupRow(deps),
    moveCompanyGroup: moveCompanyGroup(deps),
    changeGroupContact: changeGroupContact(deps),
    removeGroupPerson: removeGroupPerson(deps),
    downloadGroupFile: downloadGroupFile(deps),
    showGroupVoucher: showGroupVoucher(deps),
    ...groupMoneyHandlers(deps),
  } satisfies ConsoleHandlerTable;
}

function listCompanyGroups(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['listCompanyGroups']> {
  return async ({ status, whose, before }, { member }) => {
    const beforeId = before === undefined ? null : deps.numbers.groupId(before);
    const manager = whose === undefined ? null : whose === 'own' ? member.account : '';
    const search = { status: status ?? null, manager, beforeId };
    const found = await searchGroups(deps.database.query, deps, member.scope, search, PAGE + 1);
    const page = found.rows.slice(0, PAGE);
    const last = page.at(-1);
    return ok({
      companies: found.companies,
      people: found.people,
      groups: page.map((row) => deskLine(deps, row)),
      next: found.rows.length > PAGE && last ? deps.numbers.groupNo(last.id) : null,
      editions: editionsForCompanies(deps),
    });
  };
}

/** How many companies nobody looks after yet, for somebody who may. */
export function countNewGroups(deps: GroupDependencies): WaitingCounter {
  return async ({ roles, scope }): Promise<Readonly<Record<string, number>>> => {
    if (!mayStaff(roles, 'groups.handle')) return {};
    const search = { status: 'submitted', manager: '', beforeId: null };
    const { companies } = await searchGroups(deps.database.query, deps, scope, search, 0);
    return { groups: companies };
  };
}

/** Editions that companies can be put down for: those on sale first, then those whose sale is to come. */
function editionsForCompanies({ editions, clock }: GroupDependencies) {
  const nowMs = clock.now();
  const offered = editions.all().filter(({ document }) => document.groupSale !== undefined);
  const now = offered.filter(({ document }) => isOnSale(document, nowMs));
  const later = offered.filter(({ document }) => notYetOnSale(document, nowMs));
  return [...now, ...later].map(({ code, document: { groupSale, proName, plans } }) => ({
    ...{ code, name: proName, fewestPeople: groupSale?.fewestPeople ?? 1 },
    plans: plans.map((plan) => ({ code: plan.code, name: plan.name })),
  }));
}

function showCompanyGroup(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['showCompanyGroup']> {
  return async ({ groupNo }, request) => {
    const group = await groupForDesk(deps, request, groupNo);
    if (!group) return fail('not-found', NONE);
    await request.note({ subject: subjectOf(deps, group) });
    return ok(await deskGroup(deps, group));
  };
}

/** As the log of looks says them. */
const ROWS_SHOWN = { problems: '有问题的行', good: '名单上的人', left: '已离开的人', all: '所有行' } as const;

function listGroupRows(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['listGroupRows']> {
  return async ({ groupNo, which = 'problems', after }, request) => {
    const group = await groupForDesk(deps, request, groupNo);
    if (!group) return fail('not-found', NONE);
    const from = after === undefined ? -1 : Number(after);
    const rows = await rosterLines(deps.database.query, group, which, from, ROWS);
    await request.note({ subject: subjectOf(deps, group), detail: `名单：${ROWS_SHOWN[which]}` });
    const last = rows.at(-1);
    return ok({
      rows: rows.map((row) => deskRow(deps, row)),
      next: rows.length >= ROWS && last ? String(last.line) : null,
    });
  };
}

function registerCompanyGroup(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['registerCompanyGroup']> {
  return async (wish, request) => {
    const city = cityCodeOf(wish.regionCode) ?? wish.regionCode;
    if (!withinScope(request.member.scope, { city, channel: null })) {
      return fail('staff-rule', '这个地方不在您的数据范围里，请由管这个城市的人登记');
    }
    return deps.database.transaction(async (query) => {
      const inside = { ...deps, database: joining(deps.database, query) };
      const made = await registerGroup(inside, wish, request.member.account);
      if (made.ok) await request.note({ subject: `${made.value.groupNo} ${wish.companyName}` }, query);
      return made;
    });
  };
}

function takeCompanyRoster(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['takeCompanyRoster']> {
  return ({ groupNo, fileName, content }, request) =>
    decideGroup(deps, request, groupNo, `名单 ${fileName}`, async (inside, group, by) => {
      const kept = await takeRoster(inside, group.id, { fileName, bytes: Buffer.from(content, 'base64'), by });
      return kept ? { kind: 'done' } : { kind: 'not-so', why: '名单收集中才能导入名单' };
    });
}

function mendGroupRow(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['mendGroupRow']> {
  return ({ groupNo, line, regionCode, ...typed }, request) =>
    decideGroup(deps, request, groupNo, `第 ${line} 行`, (inside, group, by) =>
      mendRow(inside, group.id, Number(line), { ...typed, regionCode: regionCode ?? null }, by),
    );
}

function dropGroupRow(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['dropGroupRow']> {
  return ({ groupNo, line }, request) =>
    decideGroup(deps, request, groupNo, `第 ${line} 行`, (inside, group, by) =>
      dropRow(inside, group.id, Number(line), by),
    );
}

function moveCompanyGroup(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['moveCompanyGroup']> {
  return async (input, request) => {
    if (input.until !== undefined && parseDate(input.until) === null)
      return fail('bad-input', '没有这一天，请重新选日期');
    const { account, name, company } = request.member;
    const manager = { name, company, staffNo: account };
    const note = input.note ?? '';
    if (note === '' && NOTED_STEPS.includes(input.step)) {
      return fail('bad-input', input.step === 'contact' ? '请写谈了什么' : '请写原因');
    }
    const detail = `${STEP_WORDS[input.step]}${note === '' ? '' : `：${note}`}`;
    const done = await decideGroup<object>(deps, request, input.groupNo, detail, (inside, group, by) =>
      takeStep(inside, group, { ...input, note }, by, manager),
    );
    return done.ok ? ok({ people: 'people' in done.value ? Number(done.value.people) : null }) : done;
  };
}

/** As the log has them. */
const STEP_WORDS: Readonly<Record<Step['step'], string>> = {
  contact: '记跟进',
  'take-over': '接手跟进',
  'open-roster': '开始收名单',
  remind: '催确认短信',
  bill: '出账单',
  'withdraw-bill': '撤回账单',
  close: '关闭',
};
const NOTED_STEPS: readonly Step['step'][] = ['contact', 'withdraw-bill', 'close'];

function takeStep(
  deps: GroupDependencies,
  group: GroupRow,
  { step, note, until, formerManager }: Step & { readonly note: string },
  by: string,
  manager: Parameters<typeof assignGroup>[3],
): Promise<Done> {
  switch (step) {
    case 'contact':
      return contactGroup(deps, group.id, by, note);
    case 'take-over':
      return assignGroup(deps, group.id, by, manager, formerManager);
    case 'open-roster':
      return openRoster(deps, group.id, by, until ?? null);
    case 'remind':
      return remindGroupForOperator(deps, group, by);
    case 'bill':
      return makeBill(deps, group.id, by);
    case 'withdraw-bill':
      return withdrawBill(deps, group.id, by, note);
    case 'close':
      return closeGroupForOperator(deps, group.id, by, note);
  }
}

function changeGroupContact(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['changeGroupContact']> {
  return ({ groupNo, contactName, phone, reason, former }, request) =>
    decideGroup(deps, request, groupNo, `换联系人：${reason}`, (inside, group, by) =>
      changeContact(inside, group.id, by, { name: contactName.trim(), phone }, former),
    );
}

function removeGroupPerson(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['removeGroupPerson']> {
  return async ({ groupNo, personNo, reason }, request) => {
    const id = deps.numbers.groupPersonId(personNo);
    const done = await decideGroup(deps, request, groupNo, `减员 ${personNo}：${reason}`, (inside, group, by) =>
      removePeople(inside, group, id === null ? [] : [id], by),
    );
    return done.ok ? ok({}) : done;
  };
}

const FILES = {
  template: { detail: '名单模板', make: () => templateFile() },
  problems: { detail: '错误表', make: rosterProblemsFile },
  report: { detail: '参保情况表', make: groupReportFile },
} as const;

function downloadGroupFile(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['downloadGroupFile']> {
  return async ({ groupNo, which }, request) => {
    const group = await groupForDesk(deps, request, groupNo);
    if (!group) return fail('not-found', NONE);
    const { detail, make } = FILES[which];
    await request.note({ subject: subjectOf(deps, group), detail });
    return ok(await make(deps, group));
  };
}

function showGroupVoucher(deps: GroupDependencies): ConsoleHandler<ConsoleCalls['showGroupVoucher']> {
  return async ({ groupNo, fileId }, request) => {
    const group = await groupForDesk(deps, request, groupNo);
    const file = group && (await voucherOfGroup(deps, group, fileId));
    if (!group || !file) return fail('not-found', '没有这份回单');
    await request.note({ subject: subjectOf(deps, group), detail: '转账回单' });
    return ok(file);
  };
}
