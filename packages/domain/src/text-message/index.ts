export { failedReceiptText, refusalText } from './gateway-words.ts';
export {
  INBOX_KEPT_MS,
  INBOX_KINDS,
  INBOX_STATUSES,
  type InboxStatus,
  inboxPlace,
  inboxPlaces,
  inboxScreenTitle,
  inboxStatus,
  inboxText,
  inboxTextProblems,
} from './inbox.ts';
export { isQuiet, messageKeepsNight, nextMessageMs, sendableMs } from './message-hours.ts';
export {
  isSentByHand,
  MESSAGE_KINDS,
  MESSAGE_PURPOSES,
  type MessageKind,
  type MessagePurpose,
  messageKind,
} from './message-kinds.ts';
export {
  MESSAGE_STATUS_TABLE,
  MESSAGES_KEPT_MS,
  type MessageEvent,
  type MessageStatus,
  messageReason,
  nextAskMs,
  nextTryMs,
  RECEIPTS_UNTIL_MS,
} from './message-status.ts';
export { filledInbox, filledText, tellsTooMuch, templateProblems } from './message-text.ts';
