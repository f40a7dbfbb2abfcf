import type { ConsoleHandlerTable } from '../staff/index.ts';
import { listInboxMessages } from './desk-inbox.ts';
import { listMessages, resendMessage, resendMessages, showMessage } from './desk-messages.ts';
import { askInboxTemplate, askTextTemplate, listTextTemplates } from './desk-templates.ts';
import type { NoticeDeskDependencies } from './notice-desk-deps.ts';

export { templateKinds } from './desk-templates.ts';
export { messageJobs } from './message-jobs.ts';
export { createMessageSender, type MessageSenderDependencies } from './message-sender.ts';

/** The console's calls of this topic, by name. */
export function noticeDeskHandlers(deps: NoticeDeskDependencies) {
  return {
    listMessages: listMessages(deps),
    showMessage: showMessage(deps),
    resendMessage: resendMessage(deps),
    resendMessages: resendMessages(deps),
    listTextTemplates: listTextTemplates(deps),
    askTextTemplate: askTextTemplate(deps),
    listInboxMessages: listInboxMessages(deps),
    askInboxTemplate: askInboxTemplate(deps),
  } satisfies ConsoleHandlerTable;
}
