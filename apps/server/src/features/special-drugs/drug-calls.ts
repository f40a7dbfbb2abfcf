import type { Calls, DrugApplicationValue, InputOf } from '@huimin/contract';
import { addYears, beijingDate, endOfDayMs } from '@huimin/domain/date';
import { checkPhone } from '@huimin/domain/person';
import { missingDrugPapers } from '@huimin/domain/special-drugs';
import type { Query } from '../../db/database.ts';
import { type CallRequest, fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import { accountPhone } from '../account/index.ts';
import { coveredPerson } from '../policy/index.ts';
import { deleteFilesOf, FILES_GONE, handOverFiles, keepFilesUntil, withFiles } from '../uploads/index.ts';
import { CASE_SEAL, type DrugCase, type DrugDependencies, PLACE_SEAL } from './drug-deps.ts';
import { drugLists } from './drug-lists.ts';
import {
  type DrugMove,
  type DrugRow,
  drugApplicationOfKey,
  insertDrugApplication,
  moveDrugApplication,
  ownDrugApplication,
  ownDrugApplications,
} from './drug-store.ts';
import { drugCase, drugPlace, drugViews, papersTogether } from './drug-view.ts';

const NOT_FOUND = '没有找到这份用药申请';
const MOVED_ON = '这份申请的状态已经变了，请看最新状态';
const RULE = { name: 'drug-apply', limit: 20, windowMs: 24 * 3_600_000 };
/** From the end of the cover, as the rules for insurers' papers have it. */
const KEPT_YEARS = 5;

type Papers = InputOf<Calls['applyDrug']>['papers'];

async function give(deps: DrugDependencies, query: Query, row: DrugRow, papers: Papers): Promise<void> {
  const owner = { shard: row.shard, userId: row.user_id };
  const fileIds = papers.flatMap((paper) => paper.fileIds);
  await handOverFiles(deps, query, owner, fileIds, row.id);
  await keepFilesUntil(query, row.shard, row.id, row.keep_until);
}

async function shown(deps: DrugDependencies, request: CallRequest, row: DrugRow): Promise<Reply<DrugApplicationValue>> {
  const { applications } = await drugViews(deps, request.user, row.edition_code, [row]);
  return applications[0] ? ok(applications[0]) : fail('not-found', NOT_FOUND);
}

/** A file stands for one paper only. */
function doubleFile(papers: Papers): boolean {
  const all = papers.flatMap(({ fileIds }) => fileIds);
  return new Set(all).size < all.length || new Set(papers.map(({ kind }) => kind)).size < papers.length;
}

/** Asks for a listed drug for somebody whose cover stands. */
export function applyDrug(deps: DrugDependencies): Handler<Calls['applyDrug']> {
  return async ({ clientKey, policyNo, drugCode, papers }, request) => {
    const { user } = request;
    const before = await drugApplicationOfKey(deps.database.query, user, clientKey);
    if (before) return shown(deps, request, before);
    const person = await coveredPerson(deps, user, policyNo);
    if (!person) return fail('not-found', '没有找到这份保单，请重新选择用药人');
    const { details, invalidDate } = person;
    if (!person.isOpen) return fail('order-state', `${details.name}的保障还没开始，开始后再申请`);
    const lists = await drugLists(deps.database.query, person.editionCode);
    const drug = lists.drugs.find(({ code }) => code === drugCode);
    if (!drug) return fail('not-found', '目录里没有这种药，请重新选择');
    const missing = missingDrugPapers(papers.map(({ kind }) => kind));
    if (missing.length > 0) return fail('bad-input', `还缺${missing.join('、')}，交齐才能提交`);
    if (doubleFile(papers)) return fail('bad-input', '同一份材料交了两次，请删掉一份再提交');
    if (!(await deps.limiter.allows(RULE, String(user.id)))) return fail('too-many-requests');
    const subject: DrugCase = {
      ...{ drug, listVersion: lists.version, name: details.name, idType: details.idType, idNumber: details.idNumber },
      phone: await accountPhone(deps, user),
      papers: papersTogether({}, papers),
    };
    const row = await withFiles(deps, async (query) => {
      const kept = await insertDrugApplication(query, user, {
        ...{ id: deps.orderIds.next(user.shard), clientKey, policyId: person.policyId },
        editionCode: person.editionCode,
        drugIndex: deps.index.of('drug-application', `${person.policyId} ${drug.code}`),
        caseSealed: deps.vault.sealJson(CASE_SEAL, subject),
        nowMs: deps.clock.now(),
        coverUntilMs: endOfDayMs(invalidDate),
        keepUntilMs: keptUntil(invalidDate),
      });
      if (kept) await give(deps, query, kept, papers);
      return kept;
    });
    if (row === 'files-gone') return fail('not-found', FILES_GONE);
    const same = row ?? (await drugApplicationOfKey(deps.database.query, user, clientKey));
    return same ? shown(deps, request, same) : fail('order-state', `${details.name}的这种药已经在申请，请看它的状态`);
  };
}

function keptUntil(coverEndsOn: string): number {
  return endOfDayMs(addYears(beijingDate(endOfDayMs(coverEndsOn) - 1), KEPT_YEARS));
}

/** The people covered in an edition, and the own applications. */
export function drugApplications(deps: DrugDependencies): Handler<Calls['drugApplications']> {
  return async ({ productId }, request) => {
    const edition = deps.editions.edition(productId);
    if (!edition) return fail('not-found', '没有这个产品，请从首页重新进入');
    const rows = await ownDrugApplications(deps.database.query, request.user, edition.code);
    return ok({ tellsNews: deps.tellsNews, ...(await drugViews(deps, request.user, edition.code, rows)) });
  };
}

async function own(deps: DrugDependencies, request: CallRequest, text: string): Promise<DrugRow | null> {
  const id = deps.numbers.drugApplicationId(text);
  return id === null ? null : ownDrugApplication(deps.database.query, request.user, id);
}

/** The papers that were asked for. */
export function supplementDrug(deps: DrugDependencies): Handler<Calls['supplementDrug']> {
  return async ({ drugApplicationNo, papers }, request) => {
    const row = await own(deps, request, drugApplicationNo);
    if (!row) return fail('not-found', NOT_FOUND);
    if (doubleFile(papers)) return fail('bad-input', '同一份材料交了两次，请删掉一份再提交');
    const subject = drugCase(deps, row);
    const added: DrugCase = { ...subject, papers: papersTogether(subject.papers, papers) };
    const moved = await withFiles(deps, async (query) => {
      const caseSealed = deps.vault.sealJson(CASE_SEAL, added);
      const next = await moveDrugApplication(query, row, { event: 'PapersAdded', nowMs: deps.clock.now(), caseSealed });
      if (next) await give(deps, query, next, papers);
      return next;
    });
    if (moved === 'files-gone') return fail('not-found', FILES_GONE);
    return moved ? shown(deps, request, moved) : fail('order-state', MOVED_ON);
  };
}

/** Takes one back; its papers are deleted, and only that it was there is kept. Safe to repeat. */
export function withdrawDrug(deps: DrugDependencies): Handler<Calls['withdrawDrug']> {
  return async ({ drugApplicationNo }, request) => {
    const row = await own(deps, request, drugApplicationNo);
    if (!row) return fail('not-found', NOT_FOUND);
    if (row.status === 'withdrawn') return shown(deps, request, row);
    if (row.cycles_done > 0) return fail('order-state', '已经取过药，不能撤销。不再取药就不用办下一期');
    const caseSealed = deps.vault.sealJson(CASE_SEAL, { ...drugCase(deps, row), papers: {} });
    const moved = await deps.database.transaction(async (query) => {
      const next = await moveDrugApplication(query, row, { event: 'Withdrawn', nowMs: deps.clock.now(), caseSealed });
      if (next) await deleteFilesOf(query, next.shard, next.id);
      return next;
    });
    return moved ? shown(deps, request, moved) : fail('order-state', MOVED_ON);
  };
}

/** Where an approved drug is taken; the same again is answered as it is. */
export function chooseDrugPlace(deps: DrugDependencies): Handler<Calls['chooseDrugPlace']> {
  return async ({ drugApplicationNo, pharmacyCode, way, recipient }, request) => {
    const row = await own(deps, request, drugApplicationNo);
    if (!row) return fail('not-found', NOT_FOUND);
    const place = drugPlace(deps, row);
    if (row.status === 'arranged' && place?.pharmacy.code === pharmacyCode && place.way === way) {
      return shown(deps, request, row);
    }
    const { pharmacies } = await drugLists(deps.database.query, row.edition_code);
    const named = drugCase(deps, row).drug.pharmacyCodes.includes(pharmacyCode);
    const pharmacy = named ? pharmacies.find(({ code }) => code === pharmacyCode) : undefined;
    if (!pharmacy) return fail('not-found', '这家药房现在没有这种药，请换一家');
    if (way === 'deliver') {
      if (!pharmacy.delivers) return fail('bad-input', '这家药房不送药，请到店取，或者换一家');
      const phone = checkPhone(recipient?.phone ?? '');
      if (!recipient || !phone.ok) return fail('bad-input', '送药要写收件人、手机号和地址');
    }
    const sealed = deps.vault.sealJson(PLACE_SEAL, {
      ...{ way, pharmacy },
      recipient: way === 'deliver' && recipient ? recipient : null,
    });
    return afterMove(deps, request, row, { event: 'PlaceChosen', nowMs: deps.clock.now(), place: sealed });
  };
}

/** Back to choosing. Safe to repeat. */
export function giveUpDrugPlace(deps: DrugDependencies): Handler<Calls['giveUpDrugPlace']> {
  return async ({ drugApplicationNo }, request) => {
    const row = await own(deps, request, drugApplicationNo);
    if (!row) return fail('not-found', NOT_FOUND);
    if (row.status === 'approved') return shown(deps, request, row);
    return afterMove(deps, request, row, { event: 'PlaceGivenUp', nowMs: deps.clock.now(), place: null });
  };
}

async function afterMove(
  deps: DrugDependencies,
  request: CallRequest,
  row: DrugRow,
  move: DrugMove,
): Promise<Reply<DrugApplicationValue>> {
  const moved = await moveDrugApplication(deps.database.query, row, move);
  return moved ? shown(deps, request, moved) : fail('order-state', MOVED_ON);
}
