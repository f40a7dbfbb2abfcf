import type { Calls, GroupInvitationValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { groupPersonLabel } from '@huimin/domain/group';
import { idTypeOf, maskMiddle, maskName, maskPhone } from '@huimin/domain/person';
import { coverageText, isOnSale, planOf } from '@huimin/domain/product';
import { currentRegionCode, isInsurableRegion, regionDisplayText } from '@huimin/domain/region';
import type { RateRule } from '../../coordination/rate-limit.ts';
import { fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { positionId } from '../../security/order-ids.ts';
import type { LoadedEdition } from '../configuration/index.ts';
import { checkIdTail, mayOpenLink } from '../message-link/index.ts';
import { changedDocument } from '../order/index.ts';
import { openTicket, policyPdf, sealTicket } from '../policy/index.ts';
import type { GroupDependencies } from './group-deps.ts';
import { type GroupRow, groupById, groupDetails } from './group-store.ts';
import { personOfLink } from './invite-people.ts';
import { groupPersonDetails, type PersonRow } from './people-store.ts';

const KIND = 'group-link';
const NO_LINK = '这个链接已经失效。请打开最新一条短信里的链接，或者联系单位经办人重发';

interface Invited {
  readonly person: PersonRow;
  readonly group: GroupRow;
  readonly edition: LoadedEdition;
}

/** Wrong, replaced and absent links get one answer. */
async function invited(deps: GroupDependencies, link: string, clientAddress: string): Promise<Reply<Invited>> {
  if (!(await mayOpenLink(deps, KIND, clientAddress))) return fail('too-many-requests');
  const person = await personOfLink(deps, link);
  const group = person && (await groupById(deps.database.query, person.group_id));
  const edition = group && deps.editions.edition(group.edition_code);
  const isOver =
    !person || person.link_until === null || (person.status !== 'insured' && person.link_until <= deps.clock.now());
  return isOver || !group || !edition ? fail('not-found', NO_LINK) : ok({ person, group, edition });
}

const checkTail = (deps: GroupDependencies, person: PersonRow, idTail: string): Promise<Reply<null>> =>
  checkIdTail(deps, KIND, { id: person.id, idNumber: groupPersonDetails(deps, person).idNumber }, idTail);

export function openInvitation(deps: GroupDependencies): Handler<Calls['openInvitation']> {
  return async ({ link, idTail }, request) => {
    const found = await invited(deps, link, request.clientAddress);
    if (!found.ok) return found;
    if (idTail === undefined) return ok(view(deps, found.value, false));
    const right = await checkTail(deps, found.value.person, idTail);
    return right.ok ? ok(view(deps, found.value, true)) : right;
  };
}

/** Agrees, with the documents in the versions that count now, or does not. Until the bill the answer can be changed. */
export function answerInvitation(deps: GroupDependencies): Handler<Calls['answerInvitation']> {
  return async (input, request) => {
    const found = await invited(deps, input.link, request.clientAddress);
    if (!found.ok) return found;
    const { person, edition } = found.value;
    const right = await checkTail(deps, person, input.idTail);
    if (!right.ok) return right;
    const nowMs = deps.clock.now();
    if (answerUntil(found.value, nowMs) === null) {
      return fail('order-state', `现在是“${groupPersonLabel(person.status)}”，不能再改。请联系单位经办人`);
    }
    let regionCode: string | null = null;
    if (input.join) {
      if (input.consent !== true)
        return fail('bad-input', '请先勾选同意', { fields: [{ path: 'consent', message: '请先勾选同意' }] });
      if (input.regionCode === undefined || !isInsurableRegion(input.regionCode)) {
        const message = '请先选择医保所在地';
        return fail('bad-input', message, { fields: [{ path: 'regionCode', message }] });
      }
      const changed = changedDocument(edition, input);
      if (changed) return fail('documents-changed', `《${changed}》有更新，请重新读完再确认`);
      regionCode = currentRegionCode(input.regionCode);
    }
    const moved = await keepAnswer(deps, person, { ...input, regionCode, nowMs });
    if (!moved) return fail('order-state', '状态刚刚变了，请重新打开链接');
    const now = await invited(deps, input.link, request.clientAddress);
    return now.ok ? ok(view(deps, now.value, true)) : now;
  };
}

async function keepAnswer(
  deps: GroupDependencies,
  person: PersonRow,
  answer: {
    readonly join: boolean;
    readonly regionCode: string | null;
    readonly agreedDocuments: readonly { readonly key: string; readonly version: number }[];
    readonly nowMs: number;
  },
): Promise<boolean> {
  const rows = await deps.database.query(
    `update group_people set status = $3, region_code = coalesce($4, region_code), agreed_documents = $5::jsonb,
       answered_at = $6, invite_due_at = null
     where shard = $1 and id = $2 and status in ('waiting', 'confirmed', 'declined') returning 1 as kept`,
    [
      person.shard,
      person.id,
      answer.join ? 'confirmed' : 'declined',
      answer.regionCode,
      JSON.stringify(answer.agreedDocuments),
      new Date(answer.nowMs),
    ],
  );
  return rows.length === 1;
}

/** Until when it can be answered, in ms; null when it cannot. */
function answerUntil({ person, group, edition }: Invited, nowMs: number): number | null {
  const isOpen = person.status === 'waiting' || person.status === 'confirmed' || person.status === 'declined';
  return isOpen && group.status !== 'closed' && isOnSale(edition.document, nowMs) ? person.link_until : null;
}

const DRAWINGS: RateRule = { name: 'group-policy', limit: 20, windowMs: 3_600_000 };

/** The e-policy of whoever opened the link and has shown the end of the number. */
export function invitationPolicy(deps: GroupDependencies): Handler<Calls['invitationPolicy']> {
  return async ({ ticket, disposition }) => {
    const policyId = openTicket(deps, ticket);
    if (policyId === null) return fail('not-found', '打开的时间过了，请回到短信里的链接重新打开');
    if (!(await deps.limiter.allows(DRAWINGS, String(policyId)))) return fail('too-many-requests');
    const file = await policyPdf(deps.papers, policyId);
    return file
      ? ok({ ...file, disposition: disposition ?? 'inline' })
      : fail('paper-not-ready', '保单还没有生成，请稍后再看');
  };
}

function view(deps: GroupDependencies, invitation: Invited, isProven: boolean): GroupInvitationValue {
  const { person, group, edition } = invitation;
  const { document } = edition;
  const details = groupPersonDetails(deps, person);
  const until = answerUntil(invitation, deps.clock.now());
  const isInsured = person.status === 'insured' && person.order_id !== null;
  const policyId = isInsured ? positionId(person.order_id as bigint, 1) : null;
  return {
    companyName: groupDetails(deps, group).companyName,
    productName: document.proName,
    editionCode: edition.code,
    premiumFen: planOf(document, group.plan_code)?.premiumFen ?? 0,
    coverText: coverageText(document),
    nameMasked: maskName(details.name),
    status: person.status,
    statusLabel: groupPersonLabel(person.status),
    answerUntil: until === null ? null : formatDateTime(until),
    own: isProven
      ? {
          name: details.name,
          idTypeLabel: idTypeOf(details.idType)?.label ?? '',
          idNumberMasked: maskMiddle(details.idNumber),
          birthDate: details.birthDate,
          phoneMasked: details.phone ? maskPhone(details.phone) : '',
          regionCode: person.region_code,
          regionText: person.region_code === null ? null : regionDisplayText(person.region_code),
          policyNo: policyId === null ? null : deps.numbers.policyNo(policyId),
          ticket: policyId === null ? null : sealTicket(deps, policyId),
          agreedDocuments: person.agreed_documents ?? [],
          answeredAt: person.answered_at === null ? null : formatDateTime(person.answered_at),
        }
      : null,
  };
}
