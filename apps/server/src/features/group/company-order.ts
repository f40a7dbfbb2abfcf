import type { Calls, InputOf, OutputOf } from '@huimin/contract';
import { groupStatusLabel } from '@huimin/domain/group';
import { checkCreditCode, checkName, checkPhone } from '@huimin/domain/person';
import { isOnSale, notYetOnSale, planOf } from '@huimin/domain/product';
import { currentRegionCode, isInsurableRegion } from '@huimin/domain/region';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, type InputProblem, ok, type Reply } from '../../http/handler.ts';
import { checkCode, codeRefusal } from '../account/index.ts';
import type { LoadedEdition } from '../configuration/index.ts';
import { inTurn } from '../order/index.ts';
import type { GroupDependencies } from './group-deps.ts';
import {
  companyIndexOf,
  type GroupDetails,
  type GroupRow,
  insertGroup,
  noteGroup,
  openGroupOfCompany,
  sealGroup,
} from './group-store.ts';

type Input = InputOf<Calls['addCompanyOrder']>;
/** What a company says about itself, whoever writes it down. */
export type CompanyWish = Omit<Input, 'code' | 'consent' | 'lineTicket'>;

const ADDRESS_RULE: RateRule = { name: 'group-add-address', limit: 60, windowMs: 3_600_000 };
const KNOWN_ELSEWHERE = '这个单位已经提交过预约。请由当时的联系人登录办理，换联系人请打客服电话';

/** A company asks; its contact person has shown by a code that the phone is theirs. */
export function addCompanyOrder(deps: GroupDependencies): Handler<Calls['addCompanyOrder']> {
  return async ({ code, lineTicket, ...wish }, request) => {
    const edition = deps.editions.edition(wish.productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    const checked = checkedWish(edition, wish);
    if (!checked.ok) return checked;
    const closed = whyNotOffered(deps, edition);
    if (closed) return closed;
    const who = { id: placeIdOf(deps, checked.value), ticket: lineTicket };
    // A ticket is given only to whoever has shown the code for this company: it works once, and may be over before they are through.
    if (lineTicket === undefined || !deps.line.holds(who.id, lineTicket)) {
      if (!(await deps.limiter.allowsAddress(ADDRESS_RULE, request.clientAddress))) return fail('too-many-requests');
      const subject = { phone: checked.value.phone, purpose: 'group', code } as const;
      const check = await deps.database.transaction((query) => checkCode(deps, query, subject, deps.clock.now()));
      if (check !== 'right') return codeRefusal(check);
    }
    return inTurn(deps.line, who, () => keepOwn(deps, edition, wish, checked.value));
  };
}

/** Whose place in line it is: this company's contact person, who has no account yet. Below zero, so that it is no account's. */
function placeIdOf(deps: GroupDependencies, { phone, creditCode }: GroupDetails): bigint {
  return -1n - deps.index.of('company-in-line', `${phone} ${creditCode}`).readBigUInt64BE();
}

async function keepOwn(
  deps: GroupDependencies,
  edition: LoadedEdition,
  wish: CompanyWish,
  details: GroupDetails,
): Promise<Reply<OutputOf<Calls['addCompanyOrder']>>> {
  const { group, isKnown } = await keepGroup(deps, edition, wish, details, details.contactName);
  const isOwn = group.contact_index.equals(deps.index.phone(details.phone));
  if (!isOwn) return fail('order-state', KNOWN_ELSEWHERE);
  return ok({
    groupNo: deps.numbers.groupNo(group.id),
    status: group.status,
    statusLabel: groupStatusLabel(group.status),
    isKnown,
  });
}

export function groupTerms(deps: GroupDependencies): Handler<Calls['groupTerms']> {
  return async ({ productId }) => {
    const edition = deps.editions.edition(productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    const { proName, plans, tel, groupSale } = edition.document;
    return ok({
      offered: whyNotOffered(deps, edition) === null,
      editionCode: edition.code,
      productName: proName,
      fewestPeople: groupSale?.fewestPeople ?? 1,
      plans: plans.map(({ code, name, premiumFen }) => ({ code, name, premiumFen })),
      tel,
    });
  };
}

function whyNotOffered(deps: GroupDependencies, { document }: LoadedEdition): Reply<never> | null {
  if (!document.groupSale || !deps.invites) return fail('switched-off', '这个产品暂时不办团体参保，请打客服电话');
  const nowMs = deps.clock.now();
  // Before the sale a company may ask already; the list and the bill wait for it.
  return isOnSale(document, nowMs) || notYetOnSale(document, nowMs) ? null : fail('not-on-sale');
}

/** The company's details by the rules, or every problem in the order of the form. */
export function checkedWish(edition: LoadedEdition, wish: CompanyWish): Reply<GroupDetails> {
  const fields: InputProblem[] = [];
  const refuse = (path: string, message: string): void => void fields.push({ path, message });
  const companyName = wish.companyName.replace(/\s+/gu, ' ').trim();
  if (Array.from(companyName).length < 2) refuse('companyName', '请填写单位全称');
  const credit = checkCreditCode(wish.creditCode);
  if (!credit.ok) refuse('creditCode', credit.message);
  if (!isInsurableRegion(wish.regionCode)) refuse('regionCode', '请选择单位所在地');
  const fewest = edition.document.groupSale?.fewestPeople ?? 1;
  if (wish.headCount < fewest) refuse('headCount', `团体参保 ${fewest} 人起，不到 ${fewest} 人请各自参保`);
  const plans = edition.document.plans;
  if (plans.length > 1 && !planOf(edition.document, wish.planCode)) refuse('planCode', '请选择方案');
  const contact = checkName('01', wish.contactName);
  if (!contact.ok) refuse('contactName', contact.message);
  const phone = checkPhone(wish.phone);
  if (!phone.ok) refuse('phone', phone.message);
  if (fields.length > 0 || !credit.ok || !contact.ok || !phone.ok) {
    return fail('bad-input', fields[0]?.message, { fields });
  }
  return ok({
    companyName,
    creditCode: credit.normalized,
    contactName: contact.normalized,
    phone: phone.normalized,
    invoiceTitle: wish.invoiceTitle?.trim() || companyName,
    remark: wish.remark?.trim() ?? '',
  });
}

/** The company's group of this edition: a new one, or the one that is there. */
export async function keepGroup(
  deps: GroupDependencies,
  edition: LoadedEdition,
  wish: CompanyWish,
  details: GroupDetails,
  actor: string,
): Promise<{ readonly group: GroupRow; readonly isKnown: boolean }> {
  const nowMs = deps.clock.now();
  const companyIndex = companyIndexOf(deps, details.creditCode);
  const made = await deps.database.transaction(async (query) => {
    const group = await insertGroup(query, {
      id: deps.orderIds.next(companyIndex[0] as number),
      editionCode: edition.code,
      planCode: (planOf(edition.document, wish.planCode) ?? edition.document.plans[0])?.code ?? '',
      companyIndex,
      contactIndex: deps.index.phone(details.phone),
      detailsSealed: sealGroup(deps, details),
      regionCode: currentRegionCode(wish.regionCode),
      headCount: wish.headCount,
      agentCode: wish.agentCode || null,
      nowMs,
    });
    if (group) await noteGroup(deps, query, group, { kind: 'submitted', actor, nowMs });
    return group;
  });
  if (made) return { group: made, isKnown: false };
  const known = await openGroupOfCompany(deps.database.query, edition.code, companyIndex);
  if (!known) throw new Error('a company is there and is not there');
  return { group: known, isKnown: true };
}
