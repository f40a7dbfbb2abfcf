import type { ConsoleCalls } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import {
  filledText,
  MESSAGE_KINDS,
  MESSAGE_PURPOSES,
  type MessageKind,
  messageKeepsNight,
  messageKind,
  templateProblems,
} from '@huimin/domain/text-message';
import { fail, ok } from '../../http/handler.ts';
import { type ApprovalKind, type ConsoleHandler, namesOf } from '../staff/index.ts';
import type { NoticeDeskDependencies } from './notice-desk-deps.ts';
import { addTemplate, templatesOf } from './template-store.ts';

const TEMPLATE_CHANGE = 'text-template';
const LASTS_MS = 3 * 24 * 60 * 60_000;
const GATEWAYS: Readonly<Record<string, string>> = { aliyun: '阿里云短信', tencent: '腾讯云短信' };

interface Asked {
  readonly kind: MessageKind;
  readonly gateway: string;
  readonly registeredId: string;
  readonly body: string;
}

/** What residents read is changed by two people; from the next message on it counts, without a restart. */
export function templateKind(): ApprovalKind<Asked> {
  return {
    ...{ kind: TEMPLATE_CHANGE, title: '换短信模板', asks: 'messages.template', decides: 'messages.approve' },
    lastsMs: LASTS_MS,
    async run(asked, { query, askedBy, decidedBy, nowMs }) {
      await addTemplate(query, {
        ...asked,
        ...{ askedBy: askedBy.id, approvedBy: decidedBy?.id ?? null, nowMs },
      });
    },
  };
}

export function listTextTemplates(deps: NoticeDeskDependencies): ConsoleHandler<ConsoleCalls['listTextTemplates']> {
  const { query } = deps.database;
  return async (_input, { member }) => {
    const rows = await templatesOf(query, deps.gatewayName);
    const names = await namesOf(
      deps,
      query,
      rows.flatMap((row) => [row.asked_by, row.approved_by]),
    );
    const waiting = await deps.approvals.waitingOf(member, [TEMPLATE_CHANGE]);
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
        versions: own.map((row) => ({
          ...{ version: row.version, registeredId: row.registered_id, body: row.body },
          approvedAt: beijingDateTime(row.approved_at),
          askedBy: names.get(row.asked_by) ?? '',
          approvedBy: row.approved_by === null ? '' : (names.get(row.approved_by) ?? ''),
        })),
        waiting: waiting.some(({ subject }) => subject === subjectOf(kind)),
      };
    });
    return ok({ gateway: GATEWAYS[deps.gatewayName] ?? deps.gatewayName, templates });
  };
}

export function askTextTemplate(deps: NoticeDeskDependencies): ConsoleHandler<ConsoleCalls['askTextTemplate']> {
  return async ({ messageKind: kind, registeredId, body, reason }, request) => {
    if (!(kind in MESSAGE_KINDS)) return fail('not-found', '没有这种短信');
    if (deps.templates[kind as MessageKind] === undefined) {
      return fail('staff-rule', '这种短信没有启用：设置里没有它的模板');
    }
    const [problem] = templateProblems(kind, body);
    if (problem !== undefined) return fail('bad-input', problem);
    const subject = subjectOf(kind);
    const waiting = await deps.approvals.waitingOf(request.member, [TEMPLATE_CHANGE], subject);
    if (waiting.length > 0) return fail('staff-rule', '这种短信有一个新模板在等第二个人同意');
    const words = `模板 ${registeredId}：${filledText(kind, body)}。原因：${reason.trim()}`;
    const approvalNo = await deps.database.transaction(async (query) => {
      await request.note({ subject, detail: words }, query);
      const payload: Asked = { kind: kind as MessageKind, gateway: deps.gatewayName, registeredId, body };
      return deps.approvals.ask(
        query,
        { kind: TEMPLATE_CHANGE },
        { by: request.member, subject, reason: words, payload },
      );
    });
    return ok({ approvalNo: String(approvalNo) });
  };
}

const subjectOf = (kind: string) => `短信模板 ${messageKind(kind).title}`;
