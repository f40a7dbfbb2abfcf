import { consoleCalls } from '@huimin/contract/console';
import type { FastifyInstance } from 'fastify';
import type { RateLimiter } from './coordination/rate-limit.ts';
import type { ServerDependencies } from './dependencies.ts';
import type { AccountDeps } from './features/account/index.ts';
import { bookingDeskHandlers } from './features/booking/index.ts';
import { catalogueDeskApprovals, catalogueDeskHandlers } from './features/catalogue-desk/index.ts';
import { changeDeskApprovals, changeDeskHandlers, countChangeRequests } from './features/change-desk/index.ts';
import { channelDeskApprovals, channelDeskHandlers, channelReportExport } from './features/channel-desk/index.ts';
import { complaintDeskHandlers, complaintExports, countComplaintsToHandle } from './features/complaints/index.ts';
import { contentDeskHandlers } from './features/content-desk/index.ts';
import { countEditionReviews, editionDeskHandlers, saleResumeKind } from './features/edition-desk/index.ts';
import type { ChangeDependencies } from './features/endorsement/index.ts';
import type { EvidenceLog, RetentionDependencies } from './features/evidence/index.ts';
import { exitDeskApprovals, exitDeskHandlers } from './features/exit-desk/index.ts';
import { countNewGroups, type GroupDependencies, groupDeskHandlers } from './features/group/index.ts';
import { importApprovals, importHandlers, importKinds } from './features/imports/index.ts';
import { inspectionExports, inspectionHandlers } from './features/inspection/index.ts';
import type { MidYearDependencies } from './features/mid-year/index.ts';
import { type MessageSenderDependencies, noticeDeskHandlers, templateKinds } from './features/notice-desk/index.ts';
import {
  countRefundsToReview,
  orderDeskApprovals,
  orderDeskHandlers,
  orderExport,
  refundExport,
} from './features/order-desk/index.ts';
import { countPageReviews, pageHandlers } from './features/page-versions/index.ts';
import type { JumpDependencies } from './features/partner-jump/index.ts';
import type { PaymentDependencies } from './features/payment/index.ts';
import { peopleHandlers, personReadingKind } from './features/people/index.ts';
import type { PreExistingDependencies } from './features/pre-existing/index.ts';
import {
  countDifferences,
  differenceExport,
  issueExport,
  reconciliationApprovals,
  reconciliationHandlers,
} from './features/reconciliation/index.ts';
import type { Recordings } from './features/recording/index.ts';
import type { ReleasedFiles } from './features/released-files/index.ts';
import { type EvidenceFiles, replayApprovals, replayHandlers } from './features/replay/index.ts';
import { reportExports, reportHandlers } from './features/reports/index.ts';
import { countReviews, reviewApprovals, reviewDeskHandlers } from './features/review-desk/index.ts';
import { countRightsRequests, rightsDeskHandlers } from './features/rights/index.ts';
import type { DrugDependencies } from './features/special-drugs/index.ts';
import { staffApprovals, staffHandlers } from './features/staff/index.ts';
import {
  type ExportKind,
  exportKinds,
  tableExportApproval,
  tableExportHandlers,
} from './features/table-exports/index.ts';
import { countAlerts, upkeepHandlers } from './features/upkeep/index.ts';
import { registerConsole } from './http/console-routes.ts';
import { registerDraftPreview } from './http/draft-preview.ts';
import { registerEvidenceFiles } from './http/evidence-files.ts';
import type { LandingPages } from './http/landing-page.ts';
import { consoleWork } from './http/limited-work.ts';
import { mountConsoleCalls } from './http/mount-console-calls.ts';

/** What the topics of the console take from the rest of the server. */
export interface ConsoleParts {
  readonly deps: ServerDependencies;
  readonly limiter: RateLimiter;
  readonly payment: PaymentDependencies;
  readonly messages: MessageSenderDependencies;
  readonly groups: GroupDependencies;
  readonly drugs: DrugDependencies;
  readonly preExisting: PreExistingDependencies;
  readonly account: AccountDeps;
  readonly changes: ChangeDependencies;
  readonly midYear: MidYearDependencies;
  readonly jumps: JumpDependencies;
  readonly recordings: Recordings;
  readonly files: EvidenceFiles;
  readonly evidence: EvidenceLog;
  readonly retention: RetentionDependencies;
  readonly releasedFiles: ReleasedFiles;
  /** How a draft's page is made; null where the storefront is not built. */
  readonly draftPage: LandingPages['draftPage'] | null;
  onAnswer(callName: string, code: number | string, durationMs: number): void;
}

/** Lists that can be handed out as files; the jobs make them. One line for each topic. */
export function consoleExports({ deps }: Pick<ConsoleParts, 'deps'>): readonly ExportKind[] {
  return exportKinds(deps, [
    differenceExport(deps),
    issueExport(deps),
    // One line for each topic.
    orderExport(deps),
    refundExport(deps),
    ...inspectionExports(deps),
    ...reportExports(deps),
    channelReportExport({ ...deps, publicOrigin: deps.settings.publicOrigin }),
    ...complaintExports(deps),
  ]);
}

/** The operators' console: its calls, its pages, what two people are needed for. One line for each topic. */
export async function buildConsole(
  fastify: FastifyInstance,
  parts: ConsoleParts,
  tables: readonly ExportKind[],
): Promise<void> {
  const { deps, limiter, payment, recordings, files, evidence, retention } = parts;
  const { settings } = deps;
  const reviewed = { ...deps, drugs: parts.drugs, preExisting: parts.preExisting };
  const requests = { ...deps, account: parts.account, changes: parts.changes, midYear: parts.midYear };
  const approvals = staffApprovals(deps, [
    tableExportApproval(deps),
    // Other topics behind it.
    ...orderDeskApprovals({ ...deps, limiter, payment }),
    ...changeDeskApprovals(requests),
    ...reconciliationApprovals(deps),
    ...channelDeskApprovals({ ...deps, publicOrigin: settings.publicOrigin }),
    ...reviewApprovals(reviewed),
    ...replayApprovals(evidence, deps),
    ...catalogueDeskApprovals(deps),
    ...exitDeskApprovals(parts.jumps),
    saleResumeKind(),
    personReadingKind(deps),
    ...importApprovals(importKinds(deps)),
    ...templateKinds(),
  ]);
  const staff = {
    ...{ ...deps, limiter, approvals },
    // What waits on the pages of other topics, one line for each.
    counters: [
      countRefundsToReview(deps),
      countChangeRequests(requests),
      countDifferences(deps),
      countReviews(deps),
      countComplaintsToHandle(deps),
      countNewGroups(parts.groups),
      countRightsRequests(deps),
      countEditionReviews(deps),
      countPageReviews(deps),
      countAlerts(deps),
    ],
  };
  const editionDesk = { ...deps, evidence };
  mountConsoleCalls(fastify, {
    core: deps,
    isStrict: deps.isStrict,
    limited: consoleWork(deps),
    limiter,
    secureCookie: settings.publicOrigin.startsWith('https://'),
    calls: Object.values(consoleCalls),
    onAnswer: (call, code, durationMs) => parts.onAnswer(call.name, code, durationMs),
    handlers: {
      ...staffHandlers(staff),
      ...editionDeskHandlers({ ...editionDesk, approvals }),
      ...upkeepHandlers(staff),
      ...inspectionHandlers(deps),
      ...channelDeskHandlers({ ...staff, publicOrigin: settings.publicOrigin }),
      ...contentDeskHandlers(staff),
      ...exitDeskHandlers({ ...parts.jumps, approvals }),
      ...importHandlers({ ...staff, kinds: importKinds(deps) }),
      ...catalogueDeskHandlers(staff),
      ...pageHandlers(editionDesk),
      ...tableExportHandlers({ ...staff, exportKinds: tables }),
      ...orderDeskHandlers({ ...staff, payment }),
      ...reviewDeskHandlers({ ...reviewed, approvals }),
      ...changeDeskHandlers({ ...requests, approvals }),
      ...reportHandlers(deps),
      ...peopleHandlers(staff),
      ...reconciliationHandlers({ ...staff, payment }),
      ...groupDeskHandlers(parts.groups),
      ...bookingDeskHandlers(deps),
      ...noticeDeskHandlers({ ...parts.messages, ...staff }),
      ...rightsDeskHandlers({ ...deps, retention, recordings }),
      ...complaintDeskHandlers(deps),
      ...replayHandlers({ ...staff, recordings, files, store: retention.store, evidence: retention }),
    },
  });
  registerDraftPreview(fastify, {
    ...{ core: deps, editionDesk, publicOrigin: settings.publicOrigin, draftPage: parts.draftPage },
  });
  registerEvidenceFiles(fastify, files);
  const demonstration = settings.environment !== 'production';
  await registerConsole(fastify, { core: deps, demonstration, releasedFiles: parts.releasedFiles });
}
