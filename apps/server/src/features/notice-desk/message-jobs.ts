import { INBOX_KEPT_MS, MESSAGE_KINDS, MESSAGES_KEPT_MS, sendableMs } from '@huimin/domain/text-message';
import { inParallel } from '../../coordination/in-parallel.ts';
import { forgetFormerPhones } from '../account/index.ts';
import { forgetInbox } from '../inbox/index.ts';
import { askAbout, contentOf, type MessageSenderDependencies, sendTaken } from './message-sender.ts';
import { forgetMessages, type MessageRow, takeDue, takeToAsk } from './message-store.ts';

const SENT_AT_ONCE = 50;
const ASKED_AT_ONCE = 50;
const WIDTH = 5;
const FORGOTTEN_AT_ONCE = 1_000;
/** Longer than a batch takes, and than a gateway takes to know what it has sent. */
const LEASE_MS = 10 * 60_000;

/** At night some kinds wait, also those that should have gone out by day. */
const sendableKinds = (nowMs: number) => Object.keys(MESSAGE_KINDS).filter((kind) => sendableMs(kind, nowMs) <= nowMs);

/** What runs by itself: what was kept back for the morning or did not arrive, receipts, and forgetting. */
export function messageJobs(deps: MessageSenderDependencies) {
  const { query } = deps.database;
  const failed = (message: MessageRow, error: unknown) =>
    deps.log.error({ message: String(message.id), problem: String(error) }, 'text message not worked on');
  return [
    {
      name: 'text-messages',
      everyMs: 2_000,
      async run() {
        const nowMs = deps.clock.now();
        const taken = await takeDue(
          query,
          deps.gatewayName,
          sendableKinds(nowMs),
          SENT_AT_ONCE,
          nowMs,
          nowMs + LEASE_MS,
        );
        await inParallel(
          taken,
          WIDTH,
          async (message) => {
            await sendTaken(deps, message, contentOf(deps, message));
          },
          failed,
        );
        return taken.length;
      },
    },
    {
      name: 'text-receipts',
      everyMs: 5_000,
      async run() {
        const nowMs = deps.clock.now();
        const messages = await takeToAsk(query, ASKED_AT_ONCE, nowMs, nowMs + LEASE_MS);
        await inParallel(messages, WIDTH, (message) => askAbout(deps, message), failed);
        return messages.length;
      },
    },
    {
      name: 'old-text-messages',
      everyMs: 3_600_000,
      async run() {
        const nowMs = deps.clock.now();
        await forgetFormerPhones(query, nowMs - MESSAGES_KEPT_MS);
        const texts = await forgetMessages(query, nowMs - MESSAGES_KEPT_MS, FORGOTTEN_AT_ONCE);
        return texts + (await forgetInbox(query, nowMs - INBOX_KEPT_MS, FORGOTTEN_AT_ONCE));
      },
    },
  ];
}
