import type { ConsoleCalls, TextTemplateValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { seesEverything } from '@huimin/domain/staff';
import {
  filledText,
  inboxPlaces,
  inboxText,
  inboxTextProblems,
  MESSAGE_KINDS,
  MESSAGE_PURPOSES,
  type MessageKind,
  messageKeepsNight,
  messageKind,
  templateProblems,
} from '@huimin/domain/text-message';
import type { Query } from '../../db/database.ts';
import { fail, ok } from '../../http/handler.ts';
import { type ApprovalKind, type ConsoleHandler, type ConsoleRequest, namesOf } from '../staff/index.ts';
import { INBOX } from './inbox-message.ts';
import type { NoticeDeskDependencies } from './notice-desk-deps.ts';
import { addTemplate, type TemplateRow, templatesOf } from './template-store.ts';

const TEMPLATE_CHANGE = 'text-template';
const INBOX_CHANGE = 'inbox-template';
const LASTS_MS = 3 * 24 * 60 * 60_000;
const GATEWAYS: Readonly<Record<string, string>> = { aliyun: '阿里云短信', tencent: '腾讯云短信' };

interface Asked {
  readonly kind: MessageKind;
  readonly gateway: string;
  readonly registeredId: string;
  readonly body: string;
}

/** What residents read is changed by two people; from the next message on it counts, without a restart. */
export function templateKinds(): readonly ApprovalKind<Asked>[] {
  const of = (kind: string, title: string): ApprovalKind<Asked> => ({
    ...{ kind, title, asks: 'messages.template', decides: 'messages.approve' },
    lastsMs: LASTS_MS,
    // Messages go to everybody in the province.
    within: (_asked, { scope }) => seesEverything(scope),
    async run(asked, { query, askedBy, decidedBy, nowMs }) {
      await addTemplate(query, {
        ...asked,
        ...{ askedBy: askedBy.id, approvedBy: decidedBy?.id ?? null, nowMs },
      });
    },
  });
  return [of(TEMPLATE_CHANGE, '换短信模板'), of(INBOX_CHANGE, '换站内消息文字')];
}

export function listTextTemplates(deps: NoticeDeskDependencies): ConsoleHandler<ConsoleCalls['listTextTemplates']> {
  const { query } = deps.database;
  return async (_input, { member }) => {
    const rows = await templatesOf(query, deps.gatewayName);
    const inInbox = await templatesOf(query, INBOX);
    const versionOf = await versionsWithNames(deps, query, [...rows, ...inInbox]);
    const waiting = await deps.approvals.waitingOf(member, [TEMPLATE_CHANGE, INBOX_CHANGE]);
    const isWaiting = (subject: string) => waiting.some((one) => one.subject === subject);
    const templates = Object.entries(MESSAGE_KINDS).map(([kind, { title, purpose, places, text }]) => {
      const own = rows.filter((row) => row.kind === kind);
      const body = own[0]?.body ?? text;
      const fromSettings = deps.templates[kind as MessageKind];
      return {
        ...{ messageKind: kind, title, purpose, purposeLabel: MESSAGE_PURPOSES[purpose] },
        keepsNight: messageKeepsNight(kind),
        places: Object.entries(places).map(([name, example]) => ({ name, example: String(example) })),
        isUsed: fromSettings !== undefined,
        version: own[0]?.version ?? 0,
        registeredId: own[0]?.registered_id ?? fromSettings ?? '',
        ...{ body, preview: filledText(kind, body) },
        versions: own.map(versionOf),
        waiting: isWaiting(subjectOf(kind)),
        inbox: inboxTemplate(
          kind,
          inInbox.filter((row) => row.kind === kind).map(versionOf),
          isWaiting(inboxSubjectOf(kind)),
        ),
      };
    });
    return ok({ gateway: GATEWAYS[deps.gatewayName] ?? deps.gatewayName, templates });
  };
}

type VersionValue = TextTemplateValue['versions'][number];

/** How a version is shown, with who asked for it and who agreed. */
async function versionsWithNames(
  deps: NoticeDeskDependencies,
  query: Query,
  rows: readonly TemplateRow[],
): Promise<(row: TemplateRow) => VersionValue> {
  const staff = rows.flatMap((row) => [row.asked_by, row.approved_by]);
  const names = await namesOf(deps, query, staff);
  return (row) => ({
    ...{ version: row.version, registeredId: row.registered_id, body: row.body },
    approvedAt: beijingDateTime(row.approved_at),
    askedBy: names.get(row.asked_by) ?? '',
    approvedBy: row.approved_by === null ? '' : (names.get(row.approved_by) ?? ''),
  });
}

function inboxTemplate(kind: string, versions: VersionValue[], waiting: boolean): TextTemplateValue['inbox'] {
  const first = inboxText(kind);
  if (first === null) return null;
  const body = versions[0]?.body ?? first;
  const places = Object.entries(inboxPlaces(kind)).map(([name, example]) => ({ name, example }));
  return { places, body, preview: filledText(kind, body), versions, waiting };
}

export function askTextTemplate(deps: NoticeDeskDependencies): ConsoleHandler<ConsoleCalls['askTextTemplate']> {
  return async ({ messageKind: kind, registeredId, body, reason }, request) => {
    if (!Object.hasOwn(MESSAGE_KINDS, kind)) return fail('not-found', '没有这种短信');
    if (deps.templates[kind as MessageKind] === undefined) {
      return fail('staff-rule', '这种短信没有启用：设置里没有它的模板');
    }
    const [problem] = templateProblems(kind, body);
    if (problem !== undefined) return fail('bad-input', problem);
    const subject = subjectOf(kind);
    const details = `模板 ${registeredId}：${filledText(kind, body)}`;
    const payload: Asked = { kind: kind as MessageKind, gateway: deps.gatewayName, registeredId, body };
    const approvalNo = await askOnce(deps, request, { change: TEMPLATE_CHANGE, subject, details, reason, payload });
    return approvalNo === null ? fail('staff-rule', '这种短信有一个新模板在等第二个人同意') : ok({ approvalNo });
  };
}

export function askInboxTemplate(deps: NoticeDeskDependencies): ConsoleHandler<ConsoleCalls['askInboxTemplate']> {
  return async ({ messageKind: kind, body, reason }, request) => {
    if (!Object.hasOwn(MESSAGE_KINDS, kind)) return fail('not-found', '没有这种消息');
    if (inboxText(kind) === null) return fail('staff-rule', '验证码不写进站内消息');
    const [problem] = inboxTextProblems(kind, body);
    if (problem !== undefined) return fail('bad-input', problem);
    const subject = inboxSubjectOf(kind);
    const details = `站内文字：${filledText(kind, body)}`;
    const payload: Asked = { kind: kind as MessageKind, gateway: INBOX, registeredId: '', body };
    const approvalNo = await askOnce(deps, request, { change: INBOX_CHANGE, subject, details, reason, payload });
    return approvalNo === null ? fail('staff-rule', '这种站内消息有新文字在等第二个人同意') : ok({ approvalNo });
  };
}

interface Change {
  readonly change: string;
  readonly subject: string;
  readonly details: string;
  readonly reason: string;
  readonly payload: Asked;
}

/** Null where the same is waiting already. */
async function askOnce(
  deps: NoticeDeskDependencies,
  request: ConsoleRequest,
  { change, subject, details, reason: given, payload }: Change,
): Promise<string | null> {
  const waiting = await deps.approvals.waitingOf(request.member, [change], subject);
  if (waiting.length > 0) return null;
  const approvalNo = await deps.database.transaction(async (query) => {
    const reason = given.trim();
    await request.note({ subject, detail: `${details}。原因：${reason}` }, query);
    return deps.approvals.ask(query, { kind: change }, { by: request.member, subject, details, reason, payload });
  });
  return String(approvalNo);
}

const inboxSubjectOf = (kind: string) => `站内消息 ${messageKind(kind).title}`;
const subjectOf = (kind: string) => `短信模板 ${messageKind(kind).title}`;
