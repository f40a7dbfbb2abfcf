import '../../ui/controls.css';
import './phone.css';
import type { OutputOf } from '@huimin/contract';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useProduct } from '../../context/index.ts';
import { Button, Card, confirmDialog, Page, PhoneLink, Section, Skeleton, Tag, toast } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';

type Events = OutputOf<typeof import('@huimin/contract').calls.accountEvents>;

/** #/loginHistory: where the account is logged in, and what happened to it in half a year. */
export default function LoginHistoryPage() {
  const { tel } = useProduct();
  const quiet = { overlay: false, quietFailure: true };
  const sessions = useCall(calls.listSessions, {}, quiet);
  const first = useCall(calls.accountEvents, {}, quiet);
  const failure = sessions.failure ?? first.failure;
  const reload = () => {
    sessions.reload();
    first.reload();
  };
  if (failure && !(sessions.value && first.value))
    return <LoadProblem title="登录记录" failure={failure} onReload={reload} />;
  return (
    <Page
      title="登录记录"
      lead={
        <>
          看到不认识的设备，请让它退出，并打客服电话 <PhoneLink tel={tel} />
        </>
      }
    >
      <Section title="现在登录的设备">
        {sessions.value ? (
          <Devices sessions={sessions.value.sessions} onEnded={reload} />
        ) : (
          <Card>
            <Skeleton lines={[44, 44]} />
          </Card>
        )}
      </Section>
      <Section title="最近半年">
        {first.value ? (
          <History first={first.value} key={first.value.events[0]?.at} />
        ) : (
          <Card>
            <Skeleton lines={[44, 44, 44]} />
          </Card>
        )}
      </Section>
    </Page>
  );
}

type Session = OutputOf<typeof import('@huimin/contract').calls.listSessions>['sessions'][number];

function Devices({ sessions, onEnded }: { sessions: readonly Session[]; onEnded: () => void }) {
  const [end] = useAction(calls.endSessions);
  const leave = async (session: Session | null) => {
    const sure = await confirmDialog({
      title: session ? '让这台设备退出？' : '让其他设备都退出？',
      body: '退出后要用手机号和验证码再登录',
      confirm: '让它退出',
      cancel: '取消',
    });
    if (!sure) return;
    const reply = await end(session ? { sessionId: session.sessionId } : {});
    if (!reply.ok) return;
    toast('已退出', { kind: 'ok' });
    onEnded();
  };
  return (
    <>
      <Card flush>
        {sessions.map((session) => (
          <div className="device-row" key={session.sessionId}>
            <span className="device-text">
              {session.device}
              <span className="note num">
                {session.way} · <span className="nowrap">{session.since}</span>
              </span>
            </span>
            {session.current ? (
              <Tag tone="ok">这台设备</Tag>
            ) : (
              <Button kind="neutral" small label={`让${session.device}退出`} onPress={() => void leave(session)}>
                退出
              </Button>
            )}
          </div>
        ))}
      </Card>
      {sessions.length > 1 && (
        <div className="mt3">
          <Button kind="secondary" block onPress={() => void leave(null)}>
            让其他设备都退出
          </Button>
        </div>
      )}
    </>
  );
}

function History({ first }: { first: Events }) {
  const [pages, setPages] = useState<readonly Events[]>([first]);
  const [more, loading] = useAction(calls.accountEvents, { overlay: false });
  const cursor = pages[pages.length - 1]?.nextCursor ?? null;
  const load = async () => {
    if (cursor === null) return;
    const reply = await more({ cursor });
    if (reply.ok) setPages((before) => [...before, reply.value]);
  };
  const events = pages.flatMap((page) => page.events);
  return (
    <>
      <Card flush>
        {events.map((event, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a history only grows at its end here, and two lines may read the same
          <div className="device-row" key={index}>
            <span className="device-text">
              {event.what}
              <span className="note num">
                {event.at} · {event.device}
                {event.address && ` · ${event.address}`}
              </span>
            </span>
          </div>
        ))}
      </Card>
      {cursor !== null && (
        <div className="mt3">
          <Button kind="neutral" block busy={loading.busy} onPress={() => void load()}>
            看更早的
          </Button>
        </div>
      )}
    </>
  );
}
