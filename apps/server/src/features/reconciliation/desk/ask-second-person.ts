import type { Query } from '../../../db/database.ts';
import { fail, ok } from '../../../http/handler.ts';
import { type ApprovalKind, type ConsoleRequest, NotPossible } from '../../staff/index.ts';
import type { ReconciliationDeskDependencies } from './desk-deps.ts';

interface Asked<Payload> {
  /** What is asked for, in words. */
  readonly subject: string;
  /** What it is about, where the subject does not tell it. */
  readonly details?: string;
  readonly payload: Payload;
  /** What is written with it. */
  keep?(approvalId: number): Promise<unknown>;
}

interface Asking<Payload> {
  readonly kind: ApprovalKind<Payload>;
  readonly request: ConsoleRequest;
  readonly reason: string;
  /** Holds what it is about, so that nobody else asks meanwhile; throws `NotPossible` where there is nothing to ask. */
  prepare(query: Query): Promise<Asked<Payload>>;
}

/** Writes down what a second person is to agree to, and the entry in the audit log with it. */
export async function askSecondPerson<Payload>(
  deps: ReconciliationDeskDependencies,
  { kind, request, reason, prepare }: Asking<Payload>,
) {
  try {
    const approvalId = await deps.database.transaction(async (query) => {
      const { keep, ...asked } = await prepare(query);
      const { subject } = asked;
      const id = await deps.approvals.ask(query, kind, { by: request.member, reason, ...asked });
      await keep?.(id);
      await request.note({ subject, detail: `申请 ${id}，等第二人同意` }, query);
      return id;
    });
    return ok({ approvalNo: String(approvalId), status: 'waiting' as const });
  } catch (problem) {
    if (problem instanceof NotPossible) return fail(problem.failure, problem.message);
    throw problem;
  }
}
