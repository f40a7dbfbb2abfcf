import type { MessageLineValue } from '@huimin/contract/console';
import { isSentByHand, MESSAGE_STATUS_TABLE } from '@huimin/domain/text-message';
import { App, Button } from 'antd';
import { useState } from 'react';
import { call, type Inputs, type Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useSearchedNumber } from '../../app/number-search.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { KpiStrip } from '../../parts/kpi-strip.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { shortTime } from '../../parts/when.ts';
import { MessageList } from './message-list.tsx';
import { MessagePanel } from './message-panel.tsx';

type Listed = Outputs['listMessages'];
const STATUSES = MESSAGE_STATUS_TABLE.entries.map(({ status, label }) => ({ value: status, label }));

const COLUMNS = [
  { title: '次数', className: 'num right', cell: ({ tries }: MessageLineValue) => tries },
  {
    title: '状态',
    cell: ({ tone, statusLabel }: MessageLineValue) => <StateTag tone={tone}>{statusLabel}</StateTag>,
  },
  {
    title: '接下来',
    className: 'num not-narrow',
    cell: ({ nextAt }: MessageLineValue) => (nextAt === null ? '—' : `${shortTime(nextAt)} 再发`),
  },
];

/** What was sent and how far it is; one of it beside the list. */
export function MessagesPart() {
  const address = useAddressFilter('before');
  const { given, cursor } = address;
  const { may } = useSelf();
  const { message } = App.useApp();
  const list = useCall('listMessages', {
    messageKind: given('kind'),
    status: given('status') as Inputs['listMessages']['status'],
    day: given('day'),
    about: useSearchedNumber(address, 'about', 'message'),
    before: cursor,
  });
  const [resending, setResending] = useState(false);
  const kind = given('kind');
  const offersResend = may('messages.resend') && given('status') === 'technical' && !!kind && isSentByHand(kind);
  return (
    <>
      {list.value && <Figures of={list.value.figures} />}
      <MessageList
        list={list}
        called="短信"
        statuses={STATUSES}
        phoneTitle="手机号"
        columns={COLUMNS}
        action={
          offersResend && (
            <Button size="small" onClick={() => setResending(true)}>
              这一种全部重发
            </Button>
          )
        }
        panel={({ messageNo }, place) => <MessagePanel messageNo={messageNo} place={place} onChanged={list.reload} />}
      />
      {resending && kind && (
        <ReasonDialog
          title={`重发：${list.value?.kinds.find(({ value }) => value === kind)?.label ?? kind}`}
          okText="全部重发"
          label="修好了什么"
          onClose={() => setResending(false)}
          onSend={async (reason) => {
            const { count } = await call('resendMessages', { messageKind: kind, reason });
            message.success(`${count} 条已放回去发`);
            list.reload();
          }}
        >
          <p className="dialog-lead">最近三天这一种因为技术问题没发出的，全部再发一次。请先确认问题已经修好。</p>
        </ReasonDialog>
      )}
    </>
  );
}

function Figures({ of }: { of: Listed['figures'] }) {
  const count = (value: number) => value.toLocaleString('zh-CN');
  const share = of.settled === 0 ? '—' : `${((of.delivered * 100) / of.settled).toFixed(1)}%`;
  return (
    <KpiStrip
      label="今天"
      figures={[
        { label: '今天', value: count(of.today), unit: '条' },
        { label: '送达率', value: share, unit: `有结果的 ${count(of.settled)} 条` },
        { label: '等着发', value: count(of.waiting), unit: '条　含留到早上的' },
        { label: '暂时没送到', value: count(of.temporary), unit: '条' },
        { label: '送不到', value: count(of.permanent), unit: '条' },
        {
          label: '技术问题',
          value: count(of.technical),
          unit: '条',
          ...(of.technical > 0 ? { tone: 'alarm' as const } : {}),
        },
      ]}
    />
  );
}
