import type { CanonicalOrder, ConsentGiven, DocumentRead, ServerNote } from '../sealed/index.ts';

/** What must have been shown to its end before anybody may agree to it. */
export const REQUIRED_DOCUMENTS = [
  { id: 'health-notice', title: '健康告知' },
  { id: 'insurance-notice', title: '投保须知' },
  { id: 'clauses', title: '保险条款' },
  { id: 'exclusions', title: '免除责任' },
] as const;

/** By how much the phone's time, put right, may still be off against the server's. */
export const CLOCK_TOLERANCE_MS = 2_000;

/** What the manifests of one recording say together. */
export interface Walked {
  documents: readonly DocumentRead[];
  consents: readonly ConsentGiven[];
  server: readonly ServerNote[];
  clock: { offsetMs: number } | null;
}

export interface JourneyProblem {
  /** Which document or step. */
  where: string;
  line: string;
}

/** What is missing of the journey that leads to an order; nothing when all is there and in its order. */
export function journeyProblems(walked: Walked, order: Pick<CanonicalOrder, 'documents'> | null): JourneyProblem[] {
  const ends = REQUIRED_DOCUMENTS.map(({ id, title }) => endOf(id, title, walked.documents, order));
  const problems = ends.filter((end) => typeof end === 'object');
  if (problems.length > 0) return problems;
  const read = Math.max(...(ends as number[]));
  const offset = walked.clock?.offsetMs ?? 0;
  const firstAt = (what: ServerNote['what']) =>
    Math.min(...walked.server.filter((note) => note.what === what).map(({ at }) => at));
  const saved = firstAt('order-saved');
  if (saved === Number.POSITIVE_INFINITY) return [{ where: 'saved', line: '没有保存订单的记录' }];
  const agreed = walked.consents.filter(({ checked, at }) => checked && at + offset <= saved + CLOCK_TOLERANCE_MS);
  if (agreed.length === 0) return [{ where: 'agreed', line: '保存订单之前没有勾选同意' }];
  if (!agreed.some(({ at }) => at >= read)) return [{ where: 'agreed', line: '勾选同意时文件还没有展示到底' }];
  if (firstAt('payment-result') < saved) return [{ where: 'paid', line: '付款早于保存订单' }];
  return [];
}

function endOf(
  id: string,
  title: string,
  documents: readonly DocumentRead[],
  order: Pick<CanonicalOrder, 'documents'> | null,
): number | JourneyProblem {
  const wanted = order?.documents.find((document) => document.id === id);
  const shown = documents.filter(
    (document) =>
      document.id === id &&
      (wanted === undefined || (document.version === wanted.version && document.sha256 === wanted.sha256)),
  );
  const ends = shown.flatMap(({ bottomAt }) => bottomAt ?? []);
  if (ends.length > 0) return Math.min(...ends);
  return { where: id, line: `${title}没有展示到底${shown.length === 0 ? '（没有打开过）' : ''}` };
}
