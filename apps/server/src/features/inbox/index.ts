import type { Core } from '../../core.ts';
import type { HandlerTable } from '../../http/handler.ts';
import { countInbox, queryInbox, readInbox } from './own-inbox.ts';

export { inboxForDesk } from './inbox-list.ts';
export {
  allOwnMessages,
  eraseInbox,
  forgetInbox,
  type InboxRow,
  inboxContent,
  putInInbox,
  releaseInbox,
  restrictInbox,
} from './inbox-store.ts';

/** The calls of this topic, by name. */
export function inboxHandlers(core: Core) {
  return {
    queryInbox: queryInbox(core),
    countInbox: countInbox(core),
    readInbox: readInbox(core),
  } satisfies HandlerTable;
}
