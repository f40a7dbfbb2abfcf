import type { Core } from '../core.ts';
import { byIndex } from '../db/database.ts';
import { takeStatisticsOfGrown } from '../db/grown-tables.ts';
import type { WorkerNumber } from '../db/worker-number.ts';
import { type AccountDeps, runDuePhoneRequests, sendAccountNotices, sweepExpired } from '../features/account/index.ts';
import { expireAssistances } from '../features/assisted-sale/index.ts';
import { type BookingDependencies, bookingJobs } from '../features/booking/index.ts';
import { type CertificateDependencies, certificateJobs } from '../features/certificate/index.ts';
import { complaintJobs } from '../features/complaints/index.ts';
import type { EditionStore } from '../features/configuration/index.ts';
import { editionDeskJobs } from '../features/edition-desk/index.ts';
import { sweepChanges } from '../features/endorsement/index.ts';
import {
  type BuildRegistration,
  type EvidenceLog,
  evidenceJobs,
  type RetentionDependencies,
  retentionJobs,
  type SealingDependencies,
  type StampingAuthority,
  sealingJobs,
} from '../features/evidence/index.ts';
import { type GroupDependencies, groupJobs } from '../features/group/index.ts';
import type { ServiceDependencies } from '../features/health-services/index.ts';
import { type IdentityDeps, sweepIdentity } from '../features/identity/index.ts';
import { importJobs, importKinds } from '../features/imports/index.ts';
import { conductJobs } from '../features/inspection/index.ts';
import { forgetRemovedMembers } from '../features/insured/index.ts';
import { type ConsentDependencies, consentJobs, tellConsents } from '../features/insured-consent/index.ts';
import { sweepLedger } from '../features/ledger/index.ts';
import type { LuckyDependencies } from '../features/lucky/index.ts';
import type { MidYearDependencies } from '../features/mid-year/index.ts';
import { type MessageSenderDependencies, messageJobs } from '../features/notice-desk/index.ts';
import { runHandPayout } from '../features/order-desk/index.ts';
import { pageJobs } from '../features/page-versions/index.ts';
import { sweepJumps } from '../features/partner-jump/index.ts';
import { keepStandingAlert, type PaymentDependencies, paymentJobs } from '../features/payment/index.ts';
import { peopleJobs } from '../features/people/index.ts';
import { type PreExistingDependencies, preExistingJobs } from '../features/pre-existing/index.ts';
import { reconcileDue, runDecision, runIssueWork, watchBalance } from '../features/reconciliation/index.ts';
import { type Recordings, recordingJobs } from '../features/recording/index.ts';
import { type ReleasedFiles, releasedFileJobs } from '../features/released-files/index.ts';
import { renewalJobs } from '../features/renewal/index.ts';
import { type EvidenceFiles, replayJobs } from '../features/replay/index.ts';
import { reportJobs } from '../features/reports/index.ts';
import { contractForgetter, goOnErasing, watchRightsDeadlines } from '../features/rights/index.ts';
import { sweepSharing } from '../features/sharing/index.ts';
import type { DrugDependencies } from '../features/special-drugs/index.ts';
import { staffJobs } from '../features/staff/index.ts';
import { type ExportKind, tableExportJobs } from '../features/table-exports/index.ts';
import { type WithholdingDependencies, withholdingJobs } from '../features/withholding/index.ts';
import type { SmsGateway } from '../ports/sms-gateway.ts';
import { claimJobs } from './claim-jobs.ts';
import type { Job } from './job.ts';
import { midYearJobs } from './mid-year-jobs.ts';
import { newsJob } from './news-job.ts';
import { orderEventConsumers } from './order-events.ts';
import { outboxJobs } from './outbox-jobs.ts';
import { serviceJobs } from './service-jobs.ts';

export interface JobDependencies {
  readonly core: Core & { readonly editions: EditionStore; readonly workerNumber: WorkerNumber };
  readonly sms: SmsGateway;
  readonly messages: MessageSenderDependencies;
  readonly account: AccountDeps;
  readonly identity: IdentityDeps;
  readonly payment: PaymentDependencies;
  readonly reapplication: WithholdingDependencies;
  readonly certificates: CertificateDependencies;
  readonly groups: GroupDependencies;
  readonly consents: ConsentDependencies;
  readonly midYear: MidYearDependencies;
  readonly bookings: BookingDependencies;
  readonly preExisting: PreExistingDependencies;
  readonly drugs: DrugDependencies;
  readonly services: ServiceDependencies;
  readonly lucky: LuckyDependencies;
  readonly recordings: Recordings;
  readonly files: EvidenceFiles;
  readonly tables: readonly ExportKind[];
  readonly evidence: EvidenceLog;
  readonly build: BuildRegistration;
  readonly releasedFiles: ReleasedFiles;
  readonly sealing: SealingDependencies;
  readonly retention: RetentionDependencies;
  readonly authorities: readonly StampingAuthority[];
  readonly archiveYears: number;
  /** Measured. */
  readonly ledgerIsRight: (isRight: boolean) => void;
}

/** Everything that runs at its own pace beside the calls. */
export function allJobs(deps: JobDependencies): Job[] {
  const { core, sms, account, payment } = deps;
  const { query } = core.database;
  const news = { ...core, database: byIndex(core.database) };
  return [
    ...outboxJobs(
      news,
      orderEventConsumers({ ...news, payment, sms, recordings: deps.recordings }),
      payment.groupByShard,
    ),
    ...staffJobs(core, ({ brokenAt, checkedAtMs }) =>
      keepStandingAlert(
        core,
        query,
        'audit-altered',
        brokenAt === null ? null : { entry: String(brokenAt) },
        checkedAtMs,
      ),
    ),
    ...peopleJobs(core),
    ...tableExportJobs(core, deps.tables),
    ...importJobs(core, importKinds(core)),
    ...pageJobs({ ...core, evidence: deps.evidence }),
    ...reportJobs(core),
    ...conductJobs(core),
    ...editionDeskJobs({ ...core, evidence: deps.evidence }),
    ...paymentJobs(payment),
    ...messageJobs(deps.messages),
    { name: 'ledger', everyMs: 30_000, run: () => sweepLedger(core) },
    { name: 'trial-balance', everyMs: 3_000, run: () => watchBalance(core, deps.ledgerIsRight) },
    { name: 'reconciliation', everyMs: 10_000, run: () => reconcileDue(payment) },
    { name: 'reconciliation-decisions', everyMs: 2_000, run: () => runDecision(payment) },
    { name: 'hand-payouts', everyMs: 2_000, run: () => runHandPayout(payment) },
    { name: 'issue-files', everyMs: 10_000, run: () => runIssueWork(core) },
    { name: 'assistances', everyMs: 15_000, run: () => expireAssistances(core) },
    { name: 'editions', everyMs: 2_000, ofThisServer: true, run: () => pause(core.editions.refresh()) },
    { name: 'account-notices', everyMs: 2_000, run: () => sendAccountNotices(account) },
    { name: 'phone-requests', everyMs: 30_000, run: () => runDuePhoneRequests(account) },
    { name: 'changes', everyMs: 600_000, run: () => sweepChanges(core) },
    { name: 'table-statistics', everyMs: 2_000, run: () => takeStatisticsOfGrown(core.database) },
    { name: 'sweep', everyMs: 60_000, run: () => pause(sweepExpired(core)) },
    { name: 'removed-people', everyMs: 60_000, run: () => pause(forgetRemovedMembers(query, core.clock.now())) },
    { name: 'erasures', everyMs: 600_000, run: () => goOnErasing(core) },
    {
      name: 'past-contracts',
      everyMs: 600_000,
      run: contractForgetter({ ...deps.retention, ...core }),
    },
    { name: 'rights-late', everyMs: 60_000, run: () => watchRightsDeadlines(core) },
    { name: 'worker-number', everyMs: 20_000, ofThisServer: true, run: () => pause(core.workerNumber.renew()) },
    ...releasedFileJobs(deps.releasedFiles),
    ...withholdingJobs(deps.reapplication),
    ...certificateJobs(deps.certificates),
    ...groupJobs(deps.groups),
    ...consentJobs(deps.consents),
    newsJob('insured-consent-news', { ...deps.consents, sms }, (send) => tellConsents(deps.consents, send)),
    ...midYearJobs(deps.midYear, sms),
    ...bookingJobs(deps.bookings),
    ...renewalJobs(deps.bookings),
    { name: 'sharing', everyMs: 600_000, run: () => sweepSharing(core) },
    { name: 'partner-jumps', everyMs: 60_000, run: () => sweepJumps(query, core.clock.now()) },
    ...claimJobs(core, sms),
    ...preExistingJobs(deps.preExisting),
    ...serviceJobs(deps, sms),
    ...recordingJobs(deps.recordings),
    ...replayJobs({ ...core, recordings: deps.recordings, files: deps.files, store: deps.sealing.store }),
    ...evidenceJobs(deps.evidence, deps.build, deps.authorities, deps.archiveYears),
    ...sealingJobs(deps.sealing),
    ...retentionJobs(deps.retention),
    ...complaintJobs(deps.retention),
    { name: 'identity', everyMs: 60_000, run: () => pause(sweepIdentity(deps.identity)) },
  ];
}

async function pause(work: Promise<unknown>): Promise<number> {
  await work;
  return 0;
}
