import type { Router } from '../http/router.ts';
import type { PeopleBook } from '../identity/people-book.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import { createFaceRecordBook, type FaceRecordBook } from './face-record-book.ts';
import { addWbfaceLoginRoutes } from './login-routes.ts';
import { createTicketBook } from './ticket-book.ts';
import { addWbfaceRoutes } from './wbface-routes.ts';

export type RunningWbface = { records: Pick<FaceRecordBook, 'list' | 'end'>; reset(): void };

/** The H5 face check of WeBank. */
export function startWbface(router: Router, parts: SandboxParts, people: PeopleBook): RunningWbface {
  const tickets = createTicketBook(parts);
  const records = createFaceRecordBook(parts);
  addWbfaceRoutes(router, parts, { tickets, records, people });
  addWbfaceLoginRoutes(router, parts, { tickets, records, people });
  return { records, reset: () => tickets.reset() };
}
