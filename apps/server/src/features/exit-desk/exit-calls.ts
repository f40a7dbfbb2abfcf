import type { ConsoleCalls, ExitLineValue } from '@huimin/contract/console';
import { mayStaff, seesEverything } from '@huimin/domain/staff';
import type { Core } from '../../core.ts';
import { fail, ok } from '../../http/handler.ts';
import type { JumpDependencies } from '../partner-jump/index.ts';
import { isAllowedPartner } from '../sharing/index.ts';
import type { ConsoleHandler, StaffMember } from '../staff/index.ts';
import { EXIT_KINDS, type ExitWish } from './exit-kinds.ts';

export type ExitDeskDependencies = Core & Pick<JumpDependencies, 'medicalApp' | 'partnerOrigins'>;

const NOT_ALL = '居民从这里离开，全省一样：只有数据范围是全省的人能改';

const mayChange = ({ roles, scope }: Pick<StaffMember, 'roles' | 'scope'>) =>
  mayStaff(roles, 'exits.change') && seesEverything(scope);

export function listExits(deps: ExitDeskDependencies): ConsoleHandler<ConsoleCalls['listExits']> {
  return async (_input, { member }) => {
    const lists = await Promise.all(Object.values(EXIT_KINDS).map(({ list }) => list(deps.database.query)));
    return ok({
      exits: lists.flat(),
      partnerOrigins: [...deps.partnerOrigins],
      medicalOrigins: [...(deps.medicalApp?.origins ?? [])],
      mayChange: mayChange(member),
    });
  };
}

/** One person changes it; where it may lead was settled before, by whoever writes the settings. */
export function keepExit(deps: ExitDeskDependencies): ConsoleHandler<ConsoleCalls['keepExit']> {
  return async ({ exitKind, isNew, reason, ...given }, request) => {
    if (!mayChange(request.member)) return fail('staff-rule', NOT_ALL);
    const kind = EXIT_KINDS[exitKind];
    const wish = { ...given, name: given.name.trim() };
    const missing = kind.has.find(([field]) => wish[field] === undefined);
    if (missing) return fail('bad-input', `请填${missing[1]}`);
    if (exitKind !== 'partner-page' && !/^[a-z]/.test(wish.exitCode)) return fail('bad-input', '代码要以小写字母开头');
    if (exitKind === 'medical-app' && wish.name.length > 20) return fail('bad-input', '名称不超过 20 个字');
    if (wish.url !== undefined && exitKind !== 'medical-app' && !isAllowedPartner(deps, wish.url)) {
      return fail('staff-rule', '这个站点不在服务器的设置里（PARTNER_PAGE_ORIGINS），请先让管服务器的人加上');
    }
    return deps.database.transaction(async (query) => {
      const former = (await kind.list(query)).find(({ exitCode }) => exitCode === wish.exitCode);
      if (isNew && former) return fail('staff-rule', '这个代码已经用过了，请换一个');
      if (!isNew && !former) return fail('not-found', '没有这个去处');
      // What a kind does not have is not read by it.
      await kind.keep(query, wish as Required<ExitWish>, request.member.account, new Date(deps.clock.now()));
      const detail = `${differenceOf(kind.has, former, wish)}。${reason.trim()}`;
      await request.note({ subject: `${kind.title} ${wish.exitCode}`, detail }, query);
      return ok({});
    });
  };
}

/** What is another now than it was, in words for the audit log. */
function differenceOf(
  has: (typeof EXIT_KINDS)[ExitLineValue['exitKind']]['has'],
  former: ExitLineValue | undefined,
  wish: ExitWish,
): string {
  const parts = [['name', '名称'] as const, ...has].flatMap(([field, label]) => {
    const [before, after] = [former?.[field], wish[field]];
    if (before === after) return [];
    return former ? [`${label}从 ${before} 改成 ${after}`] : [`${label} ${after}`];
  });
  if (former?.isActive !== wish.isActive) parts.push(wish.isActive ? '开' : '关');
  return `${former ? '改' : '加上'}：${parts.join('，') || '没有变化'}`;
}
