import type { Calls } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { maskMiddle } from '@huimin/domain/person';
import { PRE_EXISTING_WAYS } from '@huimin/domain/pre-existing';
import { fail, type Handler, ok } from '../../http/handler.ts';
import { DRAWING_LIMIT, drawPdf, type Receipt, receiptFingerprint } from '../../papers/index.ts';
import { signingNow } from '../policy/index.ts';
import { visibleQuery } from './own-query.ts';
import type { PreExistingDependencies } from './pre-existing-deps.ts';
import { answerView, type OpenedQuery } from './query-view.ts';

const NOT_FOUND = '没有找到这次查询的结果，可能已经过期删除。请重新查';

/** What was asked, agreed to and said, as data; the paper says the same, and both carry one fingerprint. */
export function queryPreExistingCert(deps: PreExistingDependencies): Handler<Calls['queryPreExistingCert']> {
  return async ({ queryNo }, request) => {
    const opened = await visibleQuery(deps, request, queryNo);
    const receipt = opened && receiptOf(deps, opened);
    const answer = opened && answerView(opened);
    if (!opened || !receipt || !answer) return fail('not-found', NOT_FOUND);
    const { row } = opened;
    return ok({
      queryNo,
      name: receipt.name,
      idNumberMasked: receipt.idNumberMasked,
      productName: receipt.productName,
      wayLabel: receipt.way,
      askedAt: formatDateTime(receipt.askedAtMs),
      consent: {
        version: row.consent_version,
        textHash: row.consent_hash.toString('hex'),
        agreedAt: formatDateTime(row.asked_at),
        basis: row.basis,
      },
      answer,
      issuer: receipt.issuer,
      issuedAt: formatDateTime(deps.clock.now()),
      fingerprint: receiptFingerprint(receipt),
      signed: deps.signing !== null,
    });
  };
}

export function downloadPreExistingCert(deps: PreExistingDependencies): Handler<Calls['downloadPreExistingCert']> {
  return async ({ queryNo, disposition }, request) => {
    const opened = await visibleQuery(deps, request, queryNo);
    const receipt = opened && receiptOf(deps, opened);
    if (!receipt) return fail('not-found', NOT_FOUND);
    if (!(await deps.limiter.allows(DRAWING_LIMIT, String(request.user.id)))) return fail('too-many-requests');
    const signing = signingNow(deps);
    return ok({
      bytes: await drawPdf({ kind: 'receipt', data: { ...receipt, drawnAtMs: deps.clock.now() } }, signing),
      contentType: 'application/pdf',
      // The file's name says nothing of what is asked or of whom: it is seen in lists.
      fileName: `查询回执 ${queryNo}.pdf`,
      disposition: disposition ?? 'inline',
    });
  };
}

function receiptOf(deps: PreExistingDependencies, opened: OpenedQuery): Receipt | null {
  const { row, person } = opened;
  const answer = answerView(opened);
  const edition = deps.editions.edition(row.edition_code)?.document;
  if (!answer || !edition || row.answered_at === null || row.expires_at === null) return null;
  return {
    isDemonstration: edition.isDemonstration,
    productName: edition.proName,
    serviceName: edition.name,
    servicePhone: edition.tel,
    issuer: edition.insuranceCompany.find((company) => company.lead)?.name ?? '',
    queryNo: deps.numbers.preExistingNo(row.id),
    name: person.name,
    idNumberMasked: maskMiddle(person.idNumber),
    way: PRE_EXISTING_WAYS[row.way],
    askedAtMs: row.asked_at,
    basis: row.basis === 'self' ? '本人同意' : '监护人代为同意',
    consentVersion: row.consent_version,
    label: answer.labelText,
    className: answer.classText,
    ruleVersion: answer.ruleVersion,
    dataDate: answer.dataDate,
    answeredAtMs: row.answered_at,
    validUntilMs: row.expires_at,
    reviewed: answer.reviewed,
  };
}
