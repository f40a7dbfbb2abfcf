import { maskMiddle, maskName } from '@huimin/domain/person';
import { shownPolicyStatus } from '@huimin/domain/policy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  contentFingerprint,
  readVerificationCode,
  renderVerificationPage,
  type UnansweredVerification,
  VERIFICATION_PAGE_STYLE_SOURCE,
  type VerificationPageData,
  type VerificationSubject,
} from '../../papers/index.ts';
import { policyPaper, VERIFICATION_PATH, voucherNo, voucherPaper } from './paper-content.ts';
import { type PaperDependencies, type PaperFacts, paperFactsOfPolicy, policyStatusNow } from './paper-facts.ts';

export interface VerificationDependencies extends PaperDependencies {
  /** False when this address asked too often; codes cannot be guessed, but nobody needs hundreds. */
  readonly allow: (clientAddress: string) => Promise<boolean>;
}

/** The public page behind a paper's QR code: no login, no script, no personal data. */
export function registerVerificationRoute(fastify: FastifyInstance, deps: VerificationDependencies): void {
  fastify.get(VERIFICATION_PATH, (request, reply) => {
    const { code } = request.query as { code?: unknown };
    return answer(deps, typeof code === 'string' && code.trim() !== '' ? code : null, request, reply);
  });
  fastify.get(`${VERIFICATION_PATH}/:code`, (request, reply) =>
    answer(deps, (request.params as { code: string }).code, request, reply),
  );
}

async function answer(
  deps: VerificationDependencies,
  code: string | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const isElder = (request.query as { elder?: unknown }).elder === '1';
  const allowed = await deps.allow(request.ip);
  const data = allowed ? await verificationData(deps, code) : tooMany(deps);
  return reply
    .code(!allowed ? 429 : 'kind' in data || data.state === 'ask' ? 200 : 404)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src ${VERIFICATION_PAGE_STYLE_SOURCE}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    .send(renderVerificationPage(data, { isElder, askPath: VERIFICATION_PATH }));
}

function tooMany(deps: VerificationDependencies): UnansweredVerification {
  return { state: 'unknown', servicePhone: servicePhone(deps) };
}

function servicePhone(deps: VerificationDependencies): string {
  return deps.editions.edition()?.document.tel ?? '';
}

async function verificationData(
  deps: VerificationDependencies,
  code: string | null,
): Promise<VerificationPageData | UnansweredVerification> {
  if (code === null) return { state: 'ask', servicePhone: servicePhone(deps) };
  const shown = code.slice(0, 60);
  const subject = readVerificationCode(shown, deps.paperKey);
  const facts = subject ? await paperFactsOfPolicy(deps, subject.id) : null;
  if (!subject || !facts) return { state: 'unknown', servicePhone: servicePhone(deps), code: shown };
  if (subject.kind === 'policy' && !facts.policy)
    return { state: 'unknown', servicePhone: servicePhone(deps), code: shown };
  return verified(deps, subject, facts);
}

function verified(
  deps: VerificationDependencies,
  subject: VerificationSubject,
  facts: PaperFacts,
): VerificationPageData {
  const nowMs = deps.clock.now();
  const { document } = facts.edition;
  const isPolicy = subject.kind === 'policy';
  const content = isPolicy ? policyPaper(deps, facts) : voucherPaper(deps, facts);
  const base = {
    kind: subject.kind,
    queriedAtMs: nowMs,
    isDemonstration: document.isDemonstration,
    productName: document.proName,
    serviceName: document.name,
    servicePhone: document.tel,
    paperNumber: isPolicy ? (content.policyNumber ?? '') : voucherNo(deps, facts),
    insuredName: maskName(facts.insured.name),
    idNumber: maskMiddle(facts.insured.idNumber),
    coverageStartsOn: document.validDate,
    coverageEndsOn: document.invalidDate,
    issuedAtMs: content.issuedAtMs,
    issuerName: document.insuranceCompany.find((company) => company.lead)?.name ?? '',
    fingerprint: contentFingerprint(content),
    ...(isPolicy ? {} : { amountFen: facts.premiumFen }),
  };
  if (facts.voided) {
    return { ...base, state: 'void', voidedAtMs: facts.voided.voidedAtMs, voidReason: facts.voided.reason };
  }
  const status = policyStatusNow(facts, nowMs);
  return {
    ...base,
    state: 'valid',
    statusText: isPolicy && status !== null ? shownPolicyStatus(status).label : '已付款',
  };
}
