import type { Handler, Router } from '../http/router.ts';
import type { PeopleBook } from '../identity/people-book.ts';
import type { SandboxParts } from '../sandbox-parts.ts';
import type { Inbox } from '../sms/inbox.ts';
import { ocrActions } from './card-ocr.ts';
import { createTencentCloud } from './cloud-door.ts';
import { addDetectPageRoutes } from './detect-page-routes.ts';
import { faceActions } from './face-actions.ts';
import { createFaceBook, type FaceBook } from './face-book.ts';
import { personChecks } from './person-checks.ts';
import { smsActions } from './send-sms.ts';

export type RunningTencent = { handle: Handler; faces: Pick<FaceBook, 'list' | 'end'> };

/** SMS, FaceID and OCR of Tencent Cloud; `handle` is for `POST /`, which other clouds share. */
export function startTencent(router: Router, parts: SandboxParts, inbox: Inbox, people: PeopleBook): RunningTencent {
  const faces = createFaceBook(parts, people);
  addDetectPageRoutes(router, parts, faces);
  const handle = createTencentCloud(parts, {
    ...smsActions(parts, inbox),
    ...personChecks(people),
    ...faceActions(parts, faces),
    ...ocrActions(parts),
  });
  return { handle, faces };
}
