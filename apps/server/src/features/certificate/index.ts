import type { HandlerTable } from '../../http/handler.ts';
import type { CertificateDependencies } from './certificate-dependencies.ts';
import { queryPartnerCertificate, queryPolicyCertificate } from './certificate-pages.ts';
import { downloadEndorsement } from './download-endorsement.ts';
import { drawPaperPictures } from './draw-paper-pictures.ts';
import { listFiles, listPolicyFilesByNumber } from './list-paper-files.ts';
import { getOrderLove, listOrderLoves, saveOrderLove } from './love-calls.ts';
import { sendDueMails } from './mail-job.ts';
import { queryPaperMail, sendPaperMail } from './paper-mail.ts';

export type { CertificateDependencies } from './certificate-dependencies.ts';
export { NICKNAME_PURPOSE as LOVE_NAME_SEAL } from './love-store.ts';
export { registerPaperFileRoute } from './paper-file-route.ts';
export { registerVerificationRoute } from './verification-route.ts';

/** Calls about papers that are there: showing, passing on, keeping. */
export function certificateHandlers(deps: CertificateDependencies): HandlerTable {
  return {
    queryPolicyCertificate: queryPolicyCertificate(deps),
    queryPartnerCertificate: queryPartnerCertificate(deps),
    listPolicyFiles: listFiles(deps, ['policy']),
    listVoucherFiles: listFiles(deps, ['voucher']),
    listPaperFiles: listFiles(deps, ['policy', 'voucher', 'money', 'endorsement']),
    listPolicyFilesByNumber: listPolicyFilesByNumber(deps),
    downloadEndorsement: downloadEndorsement(deps),
    drawPaperPictures: drawPaperPictures(deps),
    sendPaperMail: sendPaperMail(deps),
    queryPaperMail: queryPaperMail(deps),
    getOrderLove: getOrderLove(deps),
    listOrderLoves: listOrderLoves(deps),
    saveOrderLove: saveOrderLove(deps),
  };
}

interface CertificateJob {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<number>;
}

export function certificateJobs(deps: CertificateDependencies): CertificateJob[] {
  return deps.mail ? [{ name: 'paper-mails', everyMs: 2_000, run: () => sendDueMails(deps) }] : [];
}
