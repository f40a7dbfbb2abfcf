import type { InputOf } from '@huimin/contract';
import type { ConsoleCalls, OutletAssistantValue } from '@huimin/contract/console';
import { checkPhone, maskPhone } from '@huimin/domain/person';
import { CITIES } from '@huimin/domain/region';
import { mayStaff, type StaffScope, withinScope } from '@huimin/domain/staff';
import { fail, ok } from '../../http/handler.ts';
import { findStaff, type KeptStaff, keepStaff } from '../assisted-sale/index.ts';
import { outletByCode } from '../outlets/index.ts';
import type { ConsoleHandler, StaffMember } from '../staff/index.ts';
import type { CatalogueDeskDependencies } from './catalogue-desk-deps.ts';

const PAGE = 50;
const ELSEWHERE = '这个网点不在您的数据范围里';

/** Outlets go by their city; whoever is kept to channels has none of them. */
const within = ({ channels, cities }: StaffScope, city: string | null): boolean =>
  channels === null && withinScope({ insurers: null, channels, cities }, { city });

const mayChange = ({ roles, scope }: Pick<StaffMember, 'roles' | 'scope'>, city: string | null) =>
  mayStaff(roles, 'assistants.change') && within(scope, city);

export function listOutletAssistants(
  deps: CatalogueDeskDependencies,
): ConsoleHandler<ConsoleCalls['listOutletAssistants']> {
  return async ({ number, after }, { member }) => {
    const { cities, channels } = member.scope;
    const search = { cities: channels === null ? cities : [], number, after, limit: PAGE + 1 };
    const found = await findStaff(deps, search);
    const page = found.slice(0, PAGE);
    return ok({
      assistants: page.map((one) => lineOf(one, member)),
      next: found.length > PAGE ? (page.at(-1)?.staffNo ?? null) : null,
      mayAdd: mayStaff(member.roles, 'assistants.change') && channels === null,
    });
  };
}

function lineOf(one: KeptStaff, member: StaffMember): OutletAssistantValue {
  return {
    ...{ assistantNo: one.staffNo, name: one.name, phoneMasked: maskPhone(one.phone), isActive: one.isActive },
    ...{ outletCode: one.outletCode, outletName: one.outletName },
    cityText: CITIES.find(({ code }) => code === one.cityCode)?.shortName ?? '—',
    ...{ ownAgentCode: one.ownAgentCode, agentCode: one.agentCode },
    mayChange: mayChange(member, one.cityCode),
  };
}

/** One person does it, as with agents: whoever is added can only fill in, and the resident confirms on an own phone. */
export function keepOutletAssistant(
  deps: CatalogueDeskDependencies,
): ConsoleHandler<ConsoleCalls['keepOutletAssistant']> {
  return async (
    { assistantNo, isNew, former: seen, name, phone, outletCode, agentCode = null, isActive, reason },
    request,
  ) => {
    const { scope } = request.member;
    const checked = phone === undefined ? null : checkPhone(phone);
    if (checked && !checked.ok) return fail('bad-input', checked.message);
    return deps.database.transaction(async (query) => {
      const inside = { ...deps, database: { query } };
      const [former] = await findStaff(inside, { cities: null, staffNo: assistantNo, limit: 1 });
      if (isNew && former) return fail('staff-rule', '这个工号已经用过了，请换一个');
      if (!isNew && (!former || !within(scope, former.cityCode))) return fail('not-found', '没有这个工号');
      if (seen && former && !isStill(former, seen)) {
        return fail('staff-rule', '这个人的资料刚被别人改过，您填的没有存。请抄下来，关上看最新的再改');
      }
      const used = checked?.normalized ?? former?.phone;
      if (used === undefined) return fail('bad-input', '请填手机号');
      const outlet = await outletByCode(query, outletCode);
      if (outlet && !within(scope, outlet.cityCode)) return fail('staff-rule', ELSEWHERE);
      const entry = { staffNo: assistantNo, name: name.trim(), phone: used, outletCode, agentCode, isActive };
      const kept = await keepStaff(inside, entry);
      if (kept === 'no-outlet') return fail('staff-rule', '网点列表里没有这个网点编号，请先在列表里登记网点');
      if (kept === 'phone-taken') return fail('staff-rule', '这个手机号已经登记在另一个工号下');
      const detail = `${changeOf(former, entry)}。${reason.trim()}`;
      await request.note({ subject: `网点协助人员 ${assistantNo}`, detail }, query);
      return ok({});
    });
  };
}

/** Whether somebody is kept as whoever changes it had it before them. */
function isStill(now: KeptStaff, seen: NonNullable<InputOf<ConsoleCalls['keepOutletAssistant']>['former']>): boolean {
  return (
    now.name === seen.name &&
    maskPhone(now.phone) === seen.phoneMasked &&
    (now.outletCode ?? null) === seen.outletCode &&
    (now.ownAgentCode ?? null) === seen.ownAgentCode &&
    now.isActive === seen.isActive
  );
}

/** What is another now than it was; of a phone only that it is another one. */
function changeOf(former: KeptStaff | undefined, now: Parameters<typeof keepStaff>[1]): string {
  const parts: string[] = [];
  if (former?.name !== now.name) parts.push(`姓名 ${now.name}`);
  if (former?.phone !== now.phone) parts.push(former ? '换了手机号' : `手机号 ${maskPhone(now.phone)}`);
  if (former?.outletCode !== now.outletCode) parts.push(`网点 ${now.outletCode}`);
  if ((former?.ownAgentCode ?? null) !== now.agentCode) parts.push(`业务员代码 ${now.agentCode ?? '用网点的'}`);
  if (former?.isActive !== now.isActive) parts.push(now.isActive ? '可以协助' : '不再协助');
  return `${former ? '改' : '加上'}：${parts.join('，') || '没有变化'}`;
}
