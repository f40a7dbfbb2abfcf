import type { InboxLineValue } from '@huimin/contract/console';
import { INBOX_STATUSES, inboxScreenTitle } from '@huimin/domain/text-message';
import type { Inputs, Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useSearchedNumber } from '../../app/number-search.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { KpiStrip } from '../../parts/kpi-strip.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { longTime, shortTime } from '../../parts/when.ts';
import { AboutLink } from './about-link.tsx';
import { MessageList } from './message-list.tsx';

type Listed = Outputs['listInboxMessages'];
const STATUSES = Object.entries(INBOX_STATUSES).map(([value, { label }]) => ({ value, label }));

/** What lies in the inboxes of accounts, and whether it was seen; one of it beside the list. */
export function InboxPart() {
  const address = useAddressFilter('before');
  const { given, cursor } = address;
  const list = useCall('listInboxMessages', {
    messageKind: given('kind'),
    inboxStatus: given('status') as Inputs['listInboxMessages']['inboxStatus'],
    day: given('day'),
    about: useSearchedNumber(address, 'about', 'message'),
    before: cursor,
  });
  return (
    <>
      {list.value && <Figures of={list.value.figures} />}
      <MessageList
        list={list}
        called="站内消息"
        statuses={STATUSES}
        phoneTitle="账户手机号"
        columns={[
          { title: '状态', cell: ({ tone, statusLabel }) => <StateTag tone={tone}>{statusLabel}</StateTag> },
          { title: '看到', className: 'num', cell: ({ deliveredAt }) => shortTime(deliveredAt) },
        ]}
        panel={(one, place) => <Panel one={one} place={place} />}
      />
    </>
  );
}

function Figures({ of }: { of: Listed['figures'] }) {
  const count = (value: number) => value.toLocaleString('zh-CN');
  const share = of.today === 0 ? '—' : `${(((of.today - of.created) * 100) / of.today).toFixed(1)}%`;
  return (
    <KpiStrip
      label="今天"
      figures={[
        { label: '今天', value: count(of.today), unit: '条' },
        { label: '看到的', value: share, unit: '打开过消息页' },
        { label: '还没看到', value: count(of.created), unit: '条' },
        { label: '已看到', value: count(of.delivered), unit: '条　没点开' },
        { label: '已读', value: count(of.read), unit: '条' },
      ]}
    />
  );
}

function Panel({ one, place }: { one: InboxLineValue; place: string }) {
  return (
    <aside className="panel" aria-label="选中的站内消息">
      <div className="panel-head">
        <h2>{one.title}</h2>
        <small>{one.purposeLabel}</small>
        <span className="space" />
        <small className="num">{place}</small>
      </div>
      <div className="panel-body">
        <p className="notice-text">{one.text}</p>
        <dl className="facts">
          <dt>账户手机号</dt>
          <dd className="num">{one.phoneMasked}</dd>
          <dt>编号</dt>
          <dd className="num">
            <AboutLink about={one.about} />
          </dd>
          <dt>写下</dt>
          <dd className="num">{longTime(one.createdAt)}</dd>
          <dt>看到</dt>
          <dd className="num">{one.deliveredAt === null ? '还没打开过消息页' : longTime(one.deliveredAt)}</dd>
          <dt>已读</dt>
          <dd className="num">{one.readAt === null ? '没有' : longTime(one.readAt)}</dd>
          <dt>点开去</dt>
          <dd>{one.screen === null ? '没有下一步' : inboxScreenTitle(one.screen)}</dd>
        </dl>
      </div>
    </aside>
  );
}
