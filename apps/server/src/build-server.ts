import { join, resolve } from 'node:path';
import { type AnyCall, API_BASE_PATH, calls } from '@huimin/contract';
import { type AnyConsoleCall, consoleCalls } from '@huimin/contract/console';
import type { FastifyInstance } from 'fastify';
import { createExchange } from './adapters/http-exchange.ts';
import { buildConsole, consoleExports } from './build-console.ts';
import { createProviderTokens } from './coordination/provider-tokens.ts';
import { createRateLimiter } from './coordination/rate-limit.ts';
import type { ServerDependencies } from './dependencies.ts';
import { createEvidenceStores, evidenceSigners, knownRoots, timeStampAuthorities } from './evidence-stores.ts';
import {
  type AccountDeps,
  accountHandlers,
  accountPhone,
  createSessions,
  knownOpenId,
  registerAccountBrowserRoutes,
} from './features/account/index.ts';
import { type AssistanceDependencies, assistedSaleHandlers } from './features/assisted-sale/index.ts';
import { type BookingDependencies, bookingHandlers, bookingsOfPhones } from './features/booking/index.ts';
import {
  type CertificateDependencies,
  certificateHandlers,
  registerPaperFileRoute,
  registerVerificationRoute,
} from './features/certificate/index.ts';
import { type ClaimDependencies, claimHandlers } from './features/claims/index.ts';
import { complaintHandlers } from './features/complaints/index.ts';
import { configurationHandlers, readyProductInfo } from './features/configuration/index.ts';
import { type ChangeDependencies, endorsementHandlers } from './features/endorsement/index.ts';
import {
  admitDocuments,
  createBuildRegistration,
  createEvidenceLog,
  keepLogAlert,
  type RetentionDependencies,
  registerLogRoutes,
  type SealingDependencies,
} from './features/evidence/index.ts';
import { companiesOfPhones, type GroupDependencies, groupHandlers } from './features/group/index.ts';
import { healthServiceHandlers, type ServiceDependencies } from './features/health-services/index.ts';
import {
  type IdentityDeps,
  identityHandlers,
  identityProofs,
  registerFaceReturnRoute,
} from './features/identity/index.ts';
import { inboxHandlers } from './features/inbox/index.ts';
import { insuredHandlers, memberLoader, ownIdentity, ownPerson } from './features/insured/index.ts';
import { type ConsentDependencies, consentHandlers } from './features/insured-consent/index.ts';
import { type LuckyDependencies, luckyHandlers } from './features/lucky/index.ts';
import { registerShortAddresses } from './features/message-link/index.ts';
import { type MidYearDependencies, midYearHandlers } from './features/mid-year/index.ts';
import { createMessageSender, type MessageSenderDependencies } from './features/notice-desk/index.ts';
import {
  openLine,
  orderHandlers,
  orderPaidAt,
  ordersOfAccounts,
  saveByContract,
  saveForGroup,
  saveOrders,
} from './features/order/index.ts';
import { outletHandlers } from './features/outlets/index.ts';
import { type JumpDependencies, partnerJumpHandlers } from './features/partner-jump/index.ts';
import {
  createAskGate,
  type PaymentDependencies,
  paymentHandlers,
  registerPaymentRoutes,
  registerPermissionRoutes,
} from './features/payment/index.ts';
import { notesAbout } from './features/people/index.ts';
import { type PaperDependencies, policyHandlers } from './features/policy/index.ts';
import { policiesForClaims, policySearchHandlers } from './features/policy-search/index.ts';
import { type PreExistingDependencies, preExistingHandlers } from './features/pre-existing/index.ts';
import { createRecordings, isBeingRecorded, type Recordings, recordingHandlers } from './features/recording/index.ts';
import { createShortBatches } from './features/recording/short-batches.ts';
import { refundHandlers } from './features/refund/index.ts';
import { renewalHandlers } from './features/renewal/index.ts';
import { buildFiles, keptFiles } from './features/replay/index.ts';
import { rightsHandlers } from './features/rights/index.ts';
import { registerPosterRoutes, type SharingDependencies, sharingHandlers } from './features/sharing/index.ts';
import { type DrugDependencies, drugHandlers } from './features/special-drugs/index.ts';
import { supportHandlers } from './features/support/index.ts';
import { upgradeHandlers } from './features/upgrade/index.ts';
import { uploadHandlers } from './features/uploads/index.ts';
import {
  registerWithholdingRoutes,
  type WithholdingDependencies,
  withholdingHandlers,
} from './features/withholding/index.ts';
import { createHttpServer } from './http/create-http-server.ts';
import { addFailureReplies } from './http/failures.ts';
import { addHealthRoutes } from './http/health.ts';
import { limitPages, residentWork } from './http/limited-work.ts';
import { createMetrics } from './http/metrics.ts';
import { mountCalls } from './http/mount-calls.ts';
import { addMovedDate, movedDate } from './http/moved-date.ts';
import { openApiDocument } from './http/openapi.ts';
import { addReadyDoor } from './http/ready-door.ts';
import { addSecurityHeaders, securityHeaders } from './http/security-headers.ts';
import { createSessionGate } from './http/session-gate.ts';
import { createSiteFiles } from './http/site-files.ts';
import { registerStorefront } from './http/storefront-routes.ts';
import { unhurriedClose } from './http/unhurried-close.ts';
import { createIdentityProviders } from './identity-providers.ts';
import { allJobs } from './jobs/all-jobs.ts';
import { isOfThisServer, type Job } from './jobs/job.ts';
import { createJobDiary, withDiary } from './jobs/job-diary.ts';
import { createJobRunner, type JobRunner } from './jobs/job-runner.ts';
import { alipayLoginOf, miniProgramOf, partnerOf, wechatAccountOf } from './login-providers.ts';
import { createMailGateway } from './mail-gateway.ts';
import { medicalAppOf } from './medical-app.ts';
import { paperSigning, sandboxOrigin } from './page-providers.ts';
import { cashierFormOrigins, createPaymentProviders, type PaymentProviders } from './payment-providers.ts';
import { createPreExistingRegistries } from './pre-existing-registries.ts';
import { createSmsGateway, smsTemplates } from './sms-gateway.ts';

export interface BuiltServer {
  readonly fastify: FastifyInstance;
  /** All of them, for whoever drives them by hand instead of starting them. */
  readonly jobs: readonly Job[];
  readonly recordings: Recordings;
  /** Registers everything that can be shown; nothing else is shown from then on. Before anybody is listened to. */
  prepare(): Promise<void>;
  readonly sealing: SealingDependencies;
  readonly retention: RetentionDependencies;
  startJobs(): void;
  leave(): void;
  close(): Promise<void>;
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Assembles the server: chooses the adapters, hands every feature what it needs, mounts every call.
 * @param providersOf makes the payment providers, another way than from the settings only in tests
 * @param distDir where the residents' pages were built; another place only in tests
 */
export async function buildServer(
  deps: ServerDependencies,
  providersOf: (deps: ServerDependencies) => PaymentProviders = createPaymentProviders,
  distDir: string = join(import.meta.dirname, '..', '..', 'storefront', 'dist'),
): Promise<BuiltServer> {
  const { settings, clock, random, log, database, editions } = deps;
  await editions.refresh();
  const exchange = createExchange();
  const limiter = createRateLimiter({ query: database.query, index: deps.index, clock });
  const metrics = createMetrics(deps.groupCommit);
  const { line, residentsWait } = openLine(deps, settings.purchaseRoom);
  metrics.watchPurchases(line);
  const templates = smsTemplates(settings);
  const signing = paperSigning(settings);
  const gateway = createSmsGateway({ settings, exchange: exchange.send, clock, random, sleep, log });
  const gatewayName = settings.smsGateway ?? 'aliyun';
  const messages: MessageSenderDependencies = { ...deps, gateway, gatewayName, templates };
  const sms = createMessageSender(messages);
  const tokens = createProviderTokens({ query: database.query, vault: deps.vault, clock, sleep });
  const wechatAccount = wechatAccountOf(deps, exchange.send, tokens);
  const { wechatPay, medicalAccount, withholding, providers, closeConnections } = providersOf(deps);

  const sessions = createSessions(deps);
  const gate = createSessionGate({ find: sessions.find, secureCookie: settings.publicOrigin.startsWith('https://') });
  const account: AccountDeps = {
    core: deps,
    sessions,
    limiter,
    sms,
    messagingApp: wechatAccount,
    publicOrigin: settings.publicOrigin,
    editions,
    alipayLogin: alipayLoginOf(deps, exchange.send),
    partner: partnerOf(settings),
    proofs: identityProofs(deps),
    self: ownPerson({ ...deps, editions }),
    companies: companiesOfPhones(deps),
    bookings: bookingsOfPhones(deps),
    orders: ordersOfAccounts(deps),
  };
  const identity: IdentityDeps = {
    ...createIdentityProviders({ settings, exchange: exchange.send, tokens, clock, random, log }),
    core: deps,
    limiter,
    publicOrigin: settings.publicOrigin,
    startVisitor: sessions.startVisitor,
    ownIdentity: ownIdentity({ ...deps, editions }),
    ownPhone: (user) => accountPhone(deps, user),
  };
  const payment: PaymentDependencies = {
    ...deps,
    providers,
    wechatPay,
    medicalAccount,
    limiter,
    editions,
    groupByShard: settings.groupByShard,
    publicOrigin: settings.publicOrigin,
    paperKey: settings.paperKey,
    signing,
    notifyOrigin: settings.wxpayNotifyOrigin,
    tellsResults: templates['payment-result'] !== undefined,
    askGate: createAskGate(clock),
    openIdOf: (session) => knownOpenId(sessions, session),
    miniProgram: miniProgramOf(deps, exchange.send),
  };
  const reapplication: WithholdingDependencies = {
    ...payment,
    editions,
    residentsWait,
    withholding,
    sms,
    saveByContract: saveByContract({ ...deps, editions, saveKind: saveOrders(settings.groupByShard) }),
  };
  const assistance: AssistanceDependencies = {
    ...deps,
    limiter,
    publicOrigin: settings.publicOrigin,
    orderPaidAt: (shard, orderId) => orderPaidAt(database.query, shard, orderId),
  };
  const loadMembers = memberLoader({ ...deps, editions, groupByShard: settings.groupByShard });
  const midYear: MidYearDependencies = { ...deps, loadMembers };
  const drugs: DrugDependencies = {
    ...{ ...deps, limiter },
    tellsNews: templates['change-result'] !== undefined,
  };
  const services: ServiceDependencies = { ...deps, limiter };
  const lucky: LuckyDependencies = { ...deps, limiter, personIndex: account.self.personIndex };
  const changes: ChangeDependencies = {
    ...deps,
    limiter,
    tellsResults: templates['change-result'] !== undefined,
    codes: account,
    prepareCheck: identityHandlers(identity).prepareIdentityCheck,
  };
  const bookings: BookingDependencies = {
    ...deps,
    limiter,
    codes: account,
    sms,
    sentMessages: gateway,
    tellsOpenings: templates['sale-open'] !== undefined,
    noticesPerSecond: settings.bookingNoticesPerSecond,
  };
  const claims: ClaimDependencies = {
    ...deps,
    limiter,
    policiesOf: policiesForClaims(deps),
    tellsResults: templates['change-result'] !== undefined,
  };
  const { paperKey, publicOrigin } = settings;
  const papers: PaperDependencies = { ...deps, publicOrigin, paperKey, signing };
  const groups: GroupDependencies = {
    ...deps,
    limiter,
    sms,
    invites: templates['group-invite'] !== undefined,
    groupByShard: settings.groupByShard,
    saveForGroup: saveForGroup({ ...deps, editions, saveKind: saveOrders(settings.groupByShard) }),
    papers,
    line,
    residentsWait,
  };
  const consents: ConsentDependencies = { ...deps, limiter, sms, asks: templates['family-ask'] !== undefined };
  const certificates: CertificateDependencies = {
    ...papers,
    limiter,
    payment,
    mail: createMailGateway(settings),
  };

  const sharing: SharingDependencies = {
    ...deps,
    limiter,
    messagingApp: wechatAccount,
    publicOrigin,
    officialAccountName: settings.wechatAccountName,
    partnerOrigins: settings.partnerPageOrigins,
    openIdOf: (session) => knownOpenId(sessions, session),
  };
  const jumps: JumpDependencies = {
    ...deps,
    limiter,
    medicalApp: medicalAppOf(deps),
    ownPhone: (user) => accountPhone(deps, user),
    tokenKeys: settings.partnerTokenKeys,
    partnerOrigins: settings.partnerPageOrigins,
  };
  const registries = createPreExistingRegistries(deps);
  const preExisting: PreExistingDependencies = {
    ...{ ...papers, limiter, loadMembers },
    proofs: account.proofs,
    registries: registries.byWay,
  };

  const keys = evidenceSigners(settings);
  const recordings = await createRecordings({
    ...deps,
    folder: resolve(settings.recordingDir ?? `${settings.dataDir}/recordings`),
    ...{ evidenceKeys: settings.evidenceKeys, signer: keys.signer, indexKey: settings.indexKey },
    worker: deps.workerNumber,
    groupByShard: settings.groupByShard,
    measures: metrics.recording,
  });
  const stores = createEvidenceStores(settings, clock);
  const evidence = createEvidenceLog({
    ...deps,
    ...stores,
    ...keys,
    publicOrigin,
    measures: metrics.evidence,
    tellOperators: (damage) => keepLogAlert(deps, damage),
  });
  const storefrontFolder = join(distDir, 'client');
  const build = createBuildRegistration(evidence, storefrontFolder);
  const releasedFiles = createSiteFiles(deps, distDir);
  // Only what is prepared has something to wait for: tests that ask for no page leave it out.
  let isPrepared = false;
  const mayBeShown = () => !isPrepared || build.isRegistered();
  const sealing: SealingDependencies = {
    ...deps,
    recordings,
    evidenceLog: evidence,
    store: stores.store,
    signer: recordings.signer,
    retentionNumbers: {
      shortTermYears: settings.retentionShortYears,
      longTermYears: settings.retentionLongYears,
      disputeYears: settings.retentionDisputeYears,
      withoutContractDays: settings.retentionVisitDays,
    },
  };
  const kept = { recordings, keptYears: settings.retentionShortYears };
  const retention: RetentionDependencies = {
    ...sealing,
    keysOf: recordings.keysOf,
    erases: settings.retentionErases,
    stampRoots: knownRoots(settings),
  };
  const fastify = createHttpServer(settings.trustedProxies);
  const door = unhurriedClose(fastify);
  const headers = securityHeaders({ https: settings.publicOrigin.startsWith('https://') });
  addSecurityHeaders(fastify, headers);
  addMovedDate(fastify, clock);
  addReadyDoor(fastify, {
    call: calls.productInfo,
    reply: () => (door.isLeaving() ? null : readyProductInfo(editions)),
    headers,
    onAnswer: metrics.readyAnswers(calls.productInfo.name, '200000'),
    movedDate: () => movedDate(clock),
  });
  addFailureReplies(fastify, log);
  limitPages(fastify, deps);
  addHealthRoutes(
    fastify,
    async () => (await database.query('select 1')).length === 1 && editions.edition() !== null && mayBeShown(),
    door.isLeaving,
  );
  metrics.addRoute(fastify);
  const all: AnyCall[] = Object.values(calls);
  fastify.get(`${API_BASE_PATH}/openapi.json`, async (_request, reply) =>
    reply.send(openApiDocument([...all, ...Object.values<AnyConsoleCall>(consoleCalls)], settings.publicOrigin)),
  );
  registerPaymentRoutes(fastify, payment);
  registerPermissionRoutes(fastify, payment);
  registerWithholdingRoutes(fastify, reapplication);
  registerAccountBrowserRoutes(fastify, { ...account, gate });
  registerFaceReturnRoute(fastify, identity.faces.keys());
  registerLogRoutes(fastify, evidence);
  registerShortAddresses(fastify);
  registerVerificationRoute(fastify, certificates);
  registerPaperFileRoute(fastify, certificates);
  registerPosterRoutes(fastify, sharing);
  const draftPage = await registerStorefront(fastify, {
    clock,
    ...{ distDir, releasedFiles },
    mayBeShown,
    jsSdkUrl: settings.wechatJsSdkUrl,
    sandboxOrigin: sandboxOrigin(settings),
    recordingReceiver: settings.recordingReceiver,
    recordingTestReceiver: settings.recordingTestReceiver,
    formOrigins: cashierFormOrigins(settings),
    productInfo(code) {
      const edition = (code === undefined ? null : editions.edition(code)) ?? editions.edition();
      return edition && editions.productInfo(edition);
    },
  });
  mountCalls(fastify, {
    calls: all,
    sessions: gate,
    limited: residentWork(deps),
    readBody: createShortBatches({ folder: storefrontFolder, store: stores.store }),
    onAnswer: (call, code, durationMs) => metrics.countCall(call.name, String(code), durationMs),
    handlers: {
      ...configurationHandlers(deps),
      ...accountHandlers(account),
      ...identityHandlers(identity),
      ...groupHandlers(groups),
      ...consentHandlers(consents),
      ...insuredHandlers({ ...deps, editions, limiter }),
      ...assistedSaleHandlers(assistance),
      ...midYearHandlers(midYear),
      ...bookingHandlers(bookings),
      ...outletHandlers({ ...deps, limiter }),
      ...drugHandlers(drugs),
      ...healthServiceHandlers(services),
      ...luckyHandlers(lucky),
      ...orderHandlers({
        ...deps,
        loadMembers,
        groupByShard: settings.groupByShard,
        isBeingRecorded: (trace, userId) => isBeingRecorded(recordings, trace, userId),
        line,
      }),
      ...paymentHandlers(payment),
      ...withholdingHandlers(reapplication),
      ...recordingHandlers(recordings),
      ...renewalHandlers({ ...deps, editions, limiter }),
      ...policyHandlers({ ...papers, limiter }),
      ...complaintHandlers({ ...deps, limiter }),
      ...inboxHandlers(deps),
      ...rightsHandlers({
        ...{ ...deps, ...kept, editions, limiter, retention, codes: account },
        notesAbout: notesAbout(deps),
        forgetSession: account.sessions.forget,
      }),
      ...claimHandlers(claims),
      ...policySearchHandlers({ ...papers, limiter, codes: account }),
      ...preExistingHandlers(preExisting),
      ...upgradeHandlers({ ...deps, editions, line }),
      ...certificateHandlers(certificates),
      ...refundHandlers({ ...deps, codes: account }),
      ...endorsementHandlers(changes),
      ...uploadHandlers({ ...deps, limiter }),
      ...sharingHandlers(sharing),
      ...partnerJumpHandlers(jumps),
      ...supportHandlers({ log, limiter, countClientEvent: metrics.countClientEvent }),
    },
  });

  const files = keptFiles(evidence, buildFiles(storefrontFolder));
  const tables = consoleExports({ deps });
  await buildConsole(
    fastify,
    {
      ...{ deps, limiter, payment, messages, groups, drugs, preExisting, account, changes, midYear, jumps },
      ...{ recordings, files, evidence, retention, draftPage, releasedFiles },
      onAnswer: (callName, code, durationMs) => metrics.countCall(callName, String(code), durationMs),
    },
    tables,
  );

  const work = allJobs({
    core: deps,
    ...{ sms, messages, account, identity, payment },
    ...{ reapplication, certificates, groups, consents, midYear, bookings, preExisting },
    ...{ tables, drugs, services, lucky, recordings, files, evidence, build, sealing, retention, releasedFiles },
    authorities: timeStampAuthorities(settings, exchange.send),
    archiveYears: settings.tsaArchiveYears,
    ledgerIsRight: metrics.ledgerIsRight,
  });
  const diary = createJobDiary(deps, () => deps.workerNumber.number);
  const jobs = withDiary(diary, settings.commonJobs ? work : work.filter(isOfThisServer), (name) => runner.wake(name));
  const runner: JobRunner = createJobRunner(jobs, log, diary, clock.now);
  return {
    fastify,
    jobs,
    recordings,
    sealing,
    retention,
    async prepare() {
      editions.showOnly(admitDocuments(evidence));
      await Promise.all([editions.refresh(), build.register(), releasedFiles.keep()]);
      isPrepared = true;
    },
    startJobs: () => runner.start(),
    leave: door.leave,
    async close() {
      await door.close();
      await runner.stop();
      await recordings.close();
      exchange.close();
      closeConnections();
      for (const one of [stores, registries, jumps.medicalApp]) one?.closeConnections();
      await deps.close();
    },
  };
}
