import { sha256 } from '@huimin/evidence/bytes';
import { type Problem, problem, type Report, reportOf } from '@huimin/evidence/verify';
import type { GatheredObject } from './gather.ts';
import type { RecordingRows } from './page-rows.ts';

/**
 * What the database says of objects and chunks, held against what is sealed. Replay and search go by the index: it must not tell of
 * anything else.
 */
export function indexProblems(objects: readonly GatheredObject[], indexed: RecordingRows['indexed']): Problem[] {
  const problems: Problem[] = [];
  for (const { plan, object, manifest } of objects) {
    if (object === null) continue;
    const file = `recording-${plan.addendum}.rec`;
    if (plan.sha256 === null || !sha256(object).equals(plan.sha256)) {
      problems.push(problem('altered', file, '与封存时记下的校验值不符'));
    }
    if (indexed === null || manifest === null) continue;
    const known = indexed.get(plan.addendum) ?? new Set();
    const sealed = manifest.chunks.map((chunk) => chunk.sha256);
    const other = sealed.findIndex((hash) => !known.has(hash));
    if (other >= 0) problems.push(problem('altered', `index#${file}#chunk-${other}`, '索引里没有这一块'));
    else if (known.size !== sealed.length) problems.push(problem('altered', `index#${file}`, '索引里多出数据块'));
  }
  return problems;
}

const said = (detail: string) => ({ detail, line: `✗ 2 哈希与链：${detail}` });

/** A report with further problems of its second check. */
export function withIndexProblems(report: Report, problems: readonly Problem[]): Report {
  const [first] = problems;
  if (first === undefined) return report;
  const findings = report.findings.map((found) =>
    found.check === 2
      ? {
          ...found,
          state: 'failed' as const,
          problems: [...found.problems, ...problems],
          ...(found.state === 'failed' ? {} : said(`${first.line}（${first.where}）`)),
        }
      : found,
  );
  return reportOf(report.trace, findings, report.gaps, report.verdict === 'erased-by-rule');
}
