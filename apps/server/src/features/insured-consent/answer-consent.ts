import type { Calls, ConsentQuestionValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import {
  INSURED_CONSENT_VERSION,
  INSURED_CONSENT_WORDS,
  insuredConsentLabel,
  payerOf,
} from '@huimin/domain/insured-consent';
import { idTypeOf, maskMiddle, maskName, maskPhone } from '@huimin/domain/person';
import { coverageText } from '@huimin/domain/product';
import { regionDisplayText } from '@huimin/domain/region';
import { sha256Hex } from '@huimin/evidence/bytes';
import { fail, type Handler, ok, type Reply } from '../../http/handler.ts';
import type { LoadedEdition } from '../configuration/index.ts';
import { checkIdTail, mayOpenLink, shardOfMessageLink } from '../message-link/index.ts';
import { editionOfOrder, insuredDetails, policyholderDetails } from '../order/index.ts';
import type { ConsentDependencies } from './consent-deps.ts';
import { type InsuredOf, insuredById, whyOver } from './consent-facts.ts';
import { type ConsentRow, consentByLink, keepAnswer } from './consent-store.ts';
import { linkHash } from './send-asks.ts';

const KIND = 'consent-link';
const NO_LINK = '这个链接已经失效。请打开最新一条短信里的链接，或者请家人再发一次';

interface Question extends InsuredOf {
  readonly consent: ConsentRow;
  readonly edition: LoadedEdition;
}

/** Wrong, replaced and absent links get one answer. */
async function asked(deps: ConsentDependencies, link: string, clientAddress: string): Promise<Reply<Question>> {
  if (!(await mayOpenLink(deps, KIND, clientAddress))) return fail('too-many-requests');
  const { query } = deps.database;
  const consent = await consentByLink(query, shardOfMessageLink(link), linkHash(deps, link));
  if (consent?.link_until == null || consent.link_until <= deps.clock.now()) return fail('not-found', NO_LINK);
  const found = await insuredById(query, consent.order_id, consent.id);
  const edition = found && editionOfOrder(deps.editions, found.order);
  return found && edition ? ok({ ...found, consent, edition }) : fail('not-found', NO_LINK);
}

const checkTail = (deps: ConsentDependencies, { consent, row }: Question, idTail: string): Promise<Reply<null>> =>
  checkIdTail(deps, KIND, { id: consent.id, idNumber: insuredDetails(deps, row).idNumber }, idTail);

export function openConsent(deps: ConsentDependencies): Handler<Calls['openConsent']> {
  return async ({ link, idTail }, { clientAddress }) => {
    const found = await asked(deps, link, clientAddress);
    if (!found.ok) return found;
    if (idTail === undefined) return ok(view(deps, found.value, false));
    const right = await checkTail(deps, found.value, idTail);
    return right.ok ? ok(view(deps, found.value, true)) : right;
  };
}

/** The same answer again changes nothing; another one is kept in its place, and the payer is told. */
export function answerConsent(deps: ConsentDependencies): Handler<Calls['answerConsent']> {
  return async ({ link, idTail, agrees, wordsVersion }, { clientAddress }) => {
    const found = await asked(deps, link, clientAddress);
    if (!found.ok) return found;
    const right = await checkTail(deps, found.value, idTail);
    if (!right.ok) return right;
    const { consent, order, row } = found.value;
    const over = whyOver(deps, order, row);
    if (over !== null) return fail('order-state', over);
    if (wordsVersion !== INSURED_CONSENT_VERSION)
      return fail('documents-changed', '要确认的内容有更新，请重新打开链接');
    const event = agrees ? 'Agreed' : 'Declined';
    const wordsSha256 = sha256Hex(INSURED_CONSENT_WORDS.join('\n'));
    await keepAnswer(deps.database.query, consent, { event, wordsVersion, wordsSha256, nowMs: deps.clock.now() });
    const now = await asked(deps, link, clientAddress);
    return now.ok ? ok(view(deps, now.value, true)) : now;
  };
}

function view(deps: ConsentDependencies, question: Question, isProven: boolean): ConsentQuestionValue {
  const { consent, order, row, edition } = question;
  const { document } = edition;
  const details = insuredDetails(deps, row);
  const payer = policyholderDetails(deps, order);
  return {
    payerName: isProven ? payer.name : maskName(payer.name),
    nameMasked: maskName(details.name),
    ...{ productName: document.proName, editionCode: edition.code, coverText: coverageText(document) },
    ...{ status: consent.status, statusLabel: insuredConsentLabel(consent.status) },
    whyNot: whyOver(deps, order, row),
    own: isProven
      ? {
          name: details.name,
          payerIs: payerOf(row.relationship),
          idTypeLabel: idTypeOf(details.idType)?.label ?? '',
          idNumberMasked: maskMiddle(details.idNumber),
          birthDate: details.birthDate,
          phoneMasked: details.phone === null ? '' : maskPhone(details.phone),
          regionText: regionDisplayText(row.region_code) ?? '',
          answeredAt: consent.answered_at === null ? null : formatDateTime(consent.answered_at),
        }
      : null,
  };
}
