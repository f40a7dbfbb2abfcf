import type { ConsoleCalls, ExportReportValue } from '@huimin/contract/console';
import { beijingDateTime } from '@huimin/domain/date';
import { CHECKS, NOT_PROVEN, type Report, verdictLine } from '@huimin/evidence/verify';
import { fail, ok } from '../../http/handler.ts';
import { qrSquares } from '../../papers/index.ts';
import { createChecker, objectsOf } from '../evidence/index.ts';
import type { ConsoleHandler } from '../staff/index.ts';
import { shownGrant } from './export-grants.ts';
import { taken } from './exports.ts';
import type { ReplayDependencies } from './replay-deps.ts';

/** `✓ 3 序号连续：…` without what the report shows in columns of its own. */
const textOf = (line: string): string => line.replace(/^\S+ \d+ [^：]*：/, '');

export function makeExportReport(deps: ReplayDependencies): ConsoleHandler<ConsoleCalls['makeExportReport']> {
  const { query } = deps.database;
  return async ({ trace }, request) => {
    const out = await taken(deps, trace, request, '打印证据报告');
    if (!out.ok) return out;
    const { grant, orderNo, atMs } = out.value;
    const checker = await createChecker(deps.evidence, 'whole', null);
    const report = await checker.check(trace);
    const plans = (await objectsOf(query, trace)).filter(({ step }) => step === 'sealed');
    const [plan] = plans;
    if (report === null || plan === undefined) return fail('staff-rule', '封存的记录取不出来，请联系系统管理员');
    const manifests = plans.flatMap(({ manifest_sha256: sha256 }) => sha256?.toString('hex') ?? []);
    const proof = await deps.evidence.evidenceLog.proofOf(`manifest ${trace} 0`);
    const day = beijingDateTime(atMs).slice(0, 10).replaceAll('-', '');
    return ok({
      reportNo: `EV-${day}-${String(grant.approval_id).padStart(4, '0')}`,
      madeAt: beijingDateTime(atMs),
      grant: await shownGrant(deps, grant, orderNo),
      ...checked(report),
      notProven: NOT_PROVEN,
      orderNo: orderNo ?? null,
      sealedAt: beijingDateTime(plan.sealed_at),
      manifests,
      logEntry: proof?.index ?? null,
      stampedBy: await stampedBy(deps, proof?.index ?? Number.MAX_SAFE_INTEGER),
      square: qrOf(trace, manifests[0] ?? ''),
    });
  };
}

function checked(report: Report): Pick<ExportReportValue, 'verdict' | 'verdictLine' | 'gaps' | 'findings'> {
  const { verdict, gaps, findings } = report;
  return {
    verdict,
    verdictLine: verdictLine(report),
    gaps,
    findings: findings.map(({ check, state, line }) => {
      const title = CHECKS.find(({ number }) => number === check)?.title ?? '';
      return { check, title, state, text: textOf(line) };
    }),
  };
}

/** When which authority stamped a tree that has the entry. */
async function stampedBy({ database }: ReplayDependencies, entry: number): Promise<string[]> {
  const rows = await database.query<{ authority: number; at: number }>(
    `select s.authority, min(s.stamped_at) as at from log_stamps s join log_checkpoints c on c.number = s.checkpoint
     where c.size > $1 group by s.authority order by s.authority`,
    [entry],
  );
  return rows.map(
    ({ authority, at }) =>
      `机构 ${authority} 于 ${beijingDateTime(at).slice(0, 19).replace('T', ' ').replaceAll('-', '.')}`,
  );
}

function qrOf(trace: string, manifest: string): ExportReportValue['square'] {
  const { size, runs } = qrSquares(`huimin-evidence/1 ${trace} ${manifest}`);
  return { size, runs: [...runs] };
}
