import '../../ui/controls.css';
import './messages.css';
import type { InboxMessageValue, OutputOf } from '@huimin/contract';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useClient } from '../../api/client-context.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { Button, Card, EmptyState, Icon, iconChevronRight, Page, Skeleton, toast } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';

type Messages = OutputOf<typeof import('@huimin/contract').calls.queryInbox>;

const TITLE = '消息';
const LEAD = '付款、退款和办理结果都在这里，保留一年';

/** #/messages: what the account was told, newest first; what is opened counts as read. */
export default function MessagesPage() {
  const first = useCall(calls.queryInbox, {}, { overlay: false, quietFailure: true });
  if (first.failure && !first.value) {
    return <LoadProblem title={TITLE} failure={first.failure} onReload={first.reload} logInWith="登录后看您的消息" />;
  }
  if (!first.value) {
    return (
      <Page title={TITLE} lead={LEAD}>
        <Card>
          <Skeleton lines={[24, 44, 24, 44, 24, 44]} />
        </Card>
      </Page>
    );
  }
  if (first.value.messages.length === 0) {
    return (
      <Page title={TITLE}>
        <EmptyState
          title="还没有消息"
          lead="付款、退款和办理结果会写在这里，也发短信"
          action={<Button href="#/myAccount">回个人中心</Button>}
        />
      </Page>
    );
  }
  // Another newest message: another list.
  return <List key={first.value.messages[0]?.inboxNo} first={first.value} onStale={first.reload} />;
}

function List({ first, onStale }: { first: Messages; onStale: () => void }) {
  const client = useClient();
  const [pages, setPages] = useState<readonly Messages[]>([first]);
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [unread, setUnread] = useState(first.unread);
  const [more, loading] = useAction(calls.queryInbox, { overlay: false });
  const [readAll, reading] = useAction(calls.readInbox, { overlay: false });
  const cursor = pages[pages.length - 1]?.nextCursor ?? null;
  const messages = pages.flatMap((page) => page.messages);
  const isRead = (one: InboxMessageValue) => one.isRead || unread === 0 || opened.includes(one.inboxNo);
  const open = (one: InboxMessageValue) => {
    if (isRead(one)) return;
    setOpened((before) => [...before, one.inboxNo]);
    // Not known to be read: it is shown as new again next time.
    const kept = { overlay: false, quietFailure: true, keepalive: true };
    client.call(calls.readInbox, { inboxNo: one.inboxNo }, kept).then(
      (reply) => reply.ok && setUnread(reply.value.unread),
      () => undefined,
    );
  };
  const openAll = async () => {
    const reply = await readAll({ inboxNo: messages[0]?.inboxNo ?? '', andEarlier: true });
    if (!reply.ok) return;
    setUnread(reply.value.unread);
    toast('已全部标为已读', { kind: 'ok' });
    // Something came meanwhile.
    if (reply.value.unread > 0) onStale();
  };
  const load = async () => {
    if (cursor === null) return;
    const reply = await more({ cursor });
    if (reply.ok) setPages((before) => [...before, reply.value]);
  };
  return (
    <Page title={TITLE} lead={LEAD}>
      <div className="message-head">
        <p aria-live="polite">{unread === 0 ? '都看过了' : `${unread >= 100 ? '100 多' : unread} 条没看`}</p>
        {unread > 0 && (
          <Button kind="neutral" small busy={reading.busy} onPress={() => void openAll()}>
            全部已读
          </Button>
        )}
      </div>
      <Card flush>
        <ul className="message-list" aria-label="消息">
          {messages.map((one) => (
            <li key={one.inboxNo}>
              <Message one={one} isRead={isRead(one)} onOpen={() => open(one)} />
            </li>
          ))}
        </ul>
      </Card>
      {cursor !== null ? (
        <div className="mt3">
          <Button kind="neutral" block busy={loading.busy} onPress={() => void load()}>
            看更早的
          </Button>
        </div>
      ) : (
        <p className="note center mt3">没有更早的了</p>
      )}
    </Page>
  );
}

type MessageProps = { one: InboxMessageValue; isRead: boolean; onOpen: () => void };

/** Leads to what it tells of; one that leads nowhere is read by a tap. */
function Message({ one, isRead, onOpen }: MessageProps) {
  const content = (
    <>
      <span className="message-main">
        <span className="message-title">
          {!isRead && (
            <span className="message-new">
              <span className="sr-only">未读 </span>
            </span>
          )}
          {one.title}
        </span>
        <span className="message-text">{one.text}</span>
        <span className="note num">{one.at.slice(0, 16)}</span>
      </span>
      {one.screen !== null && (
        <span className="message-go">
          查看
          <Icon name={iconChevronRight} size={18} />
        </span>
      )}
    </>
  );
  if (one.screen !== null) {
    return (
      <a className="message" href={`#${one.screen}`} onClick={onOpen}>
        {content}
      </a>
    );
  }
  if (isRead) return <div className="message">{content}</div>;
  return (
    <button type="button" className="message" onClick={onOpen}>
      {content}
    </button>
  );
}
