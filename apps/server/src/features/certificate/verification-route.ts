import { maskMiddle, maskName } from '@huimin/domain/person';
import { shownPolicyStatus } from '@huimin/domain/policy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  contentFingerprint,
  PAPER_PAGE_HEADERS,
  readVerificationCode,
  renderVerificationPage,
  type UnansweredVerification,
  type VerificationPageData,
  type VerificationSubject,
  type VerifiedPaper,
} from '../../papers/index.ts';
import { orderIdOf, shardOfOrder } from '../../security/order-ids.ts';
import { editionOfOrder, type OrderRow, orderById } from '../order/index.ts';
import { moneyPaper } from '../payment/index.ts';
import {
  type PaperFacts,
  paperFacts,
  policyPaper,
  policyStatusNow,
  VERIFICATION_PATH,
  voucherNo,
  voucherPaper,
} from '../policy/index.ts';
import type { CertificateDependencies } from './certificate-dependencies.ts';
import { endorsementPublicFacts, orderOfChange } from './endorsement-paper.ts';
import { lovePublicFacts } from './love-paper.ts';

/** Codes cannot be guessed, but nobody needs hundreds. */
const ADDRESS_LIMIT = { name: 'verify-paper', limit: 60, windowMs: 60_000 };

/** The public page behind a paper's QR code: no login, no script, no personal data. */
export function registerVerificationRoute(fastify: FastifyInstance, deps: CertificateDependencies): void {
  fastify.get(VERIFICATION_PATH, (request, reply) => {
    const { code } = request.query as { code?: unknown };
    const typed = typeof code === 'string' && code.trim() !== '' ? code : null;
    return answer(deps, typed, request, reply, typed ?? undefined);
  });
  fastify.get(`${VERIFICATION_PATH}/:code`, (request, reply) =>
    answer(deps, (request.params as { code: string }).code, request, reply),
  );
}

async function answer(
  deps: CertificateDependencies,
  code: string | null,
  request: FastifyRequest,
  reply: FastifyReply,
  queryCode?: string,
): Promise<FastifyReply> {
  const isElder = (request.query as { elder?: unknown }).elder === '1';
  const allowed = await deps.limiter.allowsAddress(ADDRESS_LIMIT, request.ip);
  const data = allowed ? await verificationData(deps, code) : unanswered(deps, 'limited');
  return reply
    .code(!allowed ? 429 : 'kind' in data || data.state === 'ask' ? 200 : 404)
    .headers(PAPER_PAGE_HEADERS)
    .send(renderVerificationPage(data, { isElder, askPath: VERIFICATION_PATH, ...(queryCode ? { queryCode } : {}) }));
}

function unanswered(
  deps: CertificateDependencies,
  state: UnansweredVerification['state'],
  code?: string,
): UnansweredVerification {
  const servicePhone = deps.editions.edition()?.document.tel ?? '';
  return { state, servicePhone, ...(code === undefined ? {} : { code }) };
}

/** Looked up in place of what no code can mean, so that a code of nothing takes as long as one that was issued. */
const NOBODY: VerificationSubject = { kind: 'policy', version: 0, id: 0n };

async function verificationData(
  deps: CertificateDependencies,
  code: string | null,
): Promise<VerificationPageData | UnansweredVerification> {
  if (code === null) return unanswered(deps, 'ask');
  const shown = code.slice(0, 60);
  const subject = readVerificationCode(shown, deps.paperKey);
  const { id } = subject ?? NOBODY;
  const order =
    subject?.kind === 'endorsement'
      ? await orderOfChange(deps, id)
      : await orderById(deps.database.query, shardOfOrder(orderIdOf(id)), orderIdOf(id));
  const found = subject && order && (await verified(deps, subject, order));
  return found || unanswered(deps, 'unknown', shown);
}

function verified(
  deps: CertificateDependencies,
  subject: VerificationSubject,
  order: OrderRow,
): Promise<VerificationPageData | null> {
  if (subject.kind === 'love') return verifiedLove(deps, subject, order);
  if (subject.kind === 'money') return verifiedMoney(deps, order);
  if (subject.kind === 'endorsement') return verifiedEndorsement(deps, subject, order);
  return verifiedPerson(deps, subject, order);
}

/** What every page says; null for an order of an edition that is not there. */
function common(
  deps: CertificateDependencies,
  kind: VerificationSubject['kind'],
  order: OrderRow,
): Omit<VerifiedPaper, 'paperNumber'> | null {
  const document = editionOfOrder(deps.editions, order)?.document;
  if (!document) return null;
  return {
    kind,
    queriedAtMs: deps.clock.now(),
    isDemonstration: document.isDemonstration,
    productName: document.proName,
    serviceName: document.name,
    servicePhone: document.tel,
    issuerName: document.insuranceCompany.find((company) => company.lead)?.name ?? '',
    isSigned: deps.signing !== null && kind !== 'love',
  };
}

async function verifiedPerson(
  deps: CertificateDependencies,
  subject: VerificationSubject,
  order: OrderRow,
): Promise<VerificationPageData | null> {
  const facts = await paperFacts(deps, order, Number(subject.id & 15n));
  const isPolicy = subject.kind === 'policy';
  const base = common(deps, subject.kind, order);
  if (!facts || !base || (isPolicy && !facts.policy)) return null;
  const content = isPolicy ? policyPaper(deps, facts) : voucherPaper(deps, facts);
  const data = {
    ...base,
    paperNumber: isPolicy ? (content.policyNumber ?? '') : voucherNo(deps, facts),
    insured: { name: maskName(facts.insured.name), idNumber: maskMiddle(facts.insured.idNumber) },
    cover: { startsOn: content.coverageStartsOn, endsOn: content.coverageEndsOn },
    issuedAtMs: content.issuedAtMs,
    fingerprint: contentFingerprint(content),
    ...(isPolicy ? {} : { amountFen: facts.premiumFen }),
  };
  if (facts.voided) {
    return { ...data, state: 'void', voidedAtMs: facts.voided.voidedAtMs, voidReason: facts.voided.reason };
  }
  if (subject.version !== facts.version) return { ...data, state: 'replaced' };
  return { ...data, state: 'valid', statusText: personStatus(deps, facts, isPolicy) };
}

function personStatus(deps: CertificateDependencies, facts: PaperFacts, isPolicy: boolean): string {
  const status = policyStatusNow(facts, deps.clock.now());
  return isPolicy && status !== null ? shownPolicyStatus(status).label : '已付款';
}

async function verifiedLove(
  deps: CertificateDependencies,
  subject: VerificationSubject,
  order: OrderRow,
): Promise<VerificationPageData | null> {
  const facts = await lovePublicFacts(deps, order);
  const base = common(deps, 'love', order);
  if (!facts || !base || subject.version > facts.version) return null;
  const data = {
    ...base,
    paperNumber: facts.certificateNo,
    peopleCount: facts.peopleCount,
    issuedAtMs: facts.createdAtMs,
  };
  if (facts.voidedAtMs !== null) {
    return { ...data, state: 'void', voidedAtMs: facts.voidedAtMs, voidReason: '已退保' };
  }
  if (subject.version < facts.version) return { ...data, state: 'replaced' };
  return { ...data, state: 'valid', statusText: '有效' };
}

async function verifiedEndorsement(
  deps: CertificateDependencies,
  subject: VerificationSubject,
  order: OrderRow,
): Promise<VerificationPageData | null> {
  const facts = await endorsementPublicFacts(deps, order, subject.id);
  const base = common(deps, 'endorsement', order);
  if (!facts || !base || subject.version !== 0) return null;
  const { data: paper, changed } = facts;
  const data = {
    ...base,
    paperNumber: paper.endorsementNumber,
    changed,
    cover: { startsOn: paper.coverageStartsOn, endsOn: paper.coverageEndsOn },
    issuedAtMs: paper.decidedAtMs,
    fingerprint: contentFingerprint(paper),
  };
  if (paper.voided) {
    return { ...data, state: 'void', voidedAtMs: paper.voided.voidedAtMs, voidReason: paper.voided.reason };
  }
  return { ...data, state: 'valid', statusText: '有效' };
}

/** The record tells a moment; the page tells now. */
async function verifiedMoney(deps: CertificateDependencies, order: OrderRow): Promise<VerificationPageData | null> {
  const base = common(deps, 'money', order);
  if (!base) return null;
  const { data } = (await moneyPaper(deps.payment, order)).drawing;
  const { chargedFen, usedFen, returningFen, returnedFen } = data;
  return {
    ...base,
    paperNumber: data.orderNumber,
    money: { chargedFen, usedFen, returningFen, returnedFen },
    state: 'valid',
    statusText: data.state.title,
  };
}
