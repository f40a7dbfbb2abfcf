import type { MessageLineValue } from '@huimin/contract/console';
import { isSentByHand, MESSAGE_STATUS_TABLE } from '@huimin/domain/text-message';
import { App, Button, Empty, Input, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { call, type Inputs, type Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { DayInput } from '../../app/day-input.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { useKeys } from '../../app/use-keys.ts';
import { KpiStrip } from '../../parts/kpi-strip.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { MessagePanel } from './message-panel.tsx';

type Listed = Outputs['listMessages'];
const STATUSES = MESSAGE_STATUS_TABLE.entries.map(({ status, label }) => ({ value: status, label }));

/** What was sent and how far it is; one of it beside the list. */
export function MessagesPart() {
  const address = useAddressFilter('before');
  const { given, set } = address;
  const { may } = useSelf();
  const { message } = App.useApp();
  const list = useCall('listMessages', {
    messageKind: given('kind'),
    status: given('status') as Inputs['listMessages']['status'],
    day: given('day'),
    about: given('about'),
    before: address.cursor,
  });
  const [picked, setPicked] = useState<string | null>(null);
  const [resending, setResending] = useState(false);
  const messages = list.value?.messages ?? [];
  const at = Math.max(
    0,
    messages.findIndex(({ messageNo }) => messageNo === picked),
  );
  const current = messages[at];
  const step = (by: number) =>
    setPicked(messages[Math.min(messages.length - 1, Math.max(0, at + by))]?.messageNo ?? null);
  useKeys({ j: () => step(1), k: () => step(-1) });
  const kind = given('kind');
  const offersResend = may('messages.resend') && given('status') === 'technical' && !!kind && isSentByHand(kind);
  return (
    <>
      {list.value && <Figures of={list.value.figures} />}
      <search className="filters">
        <Select
          size="small"
          style={{ width: 150 }}
          aria-label="哪一种"
          placeholder="种类：全部"
          allowClear
          value={kind}
          options={list.value?.kinds ?? []}
          onChange={(next?: string) => set({ kind: next })}
        />
        <Select
          size="small"
          style={{ width: 140 }}
          aria-label="送到了没有"
          placeholder="状态：全部"
          allowClear
          value={given('status')}
          options={STATUSES}
          onChange={(next?: string) => set({ status: next })}
        />
        <DayInput label="哪一天" value={given('day')} onChange={(day) => set({ day })} />
        <Input.Search
          size="small"
          key={given('about')}
          style={{ width: 240 }}
          aria-label="订单号等编号"
          placeholder="订单号等编号，写全"
          defaultValue={given('about') ?? ''}
          maxLength={64}
          allowClear
          onSearch={(text) => set({ about: text.trim() })}
        />
        {address.isChosen && (
          <Button size="small" type="link" onClick={address.clear}>
            清空条件
          </Button>
        )}
        <span className="space" />
        {offersResend && (
          <Button size="small" onClick={() => setResending(true)}>
            这一种全部重发
          </Button>
        )}
      </search>
      <LoadProblem problem={list.problem} onRetry={list.reload} />
      <div className="notice-columns">
        <section className="panel" aria-label="短信列表" aria-busy={list.loading}>
          {list.value === null && list.problem === null && <Skeleton active style={{ padding: 14 }} />}
          {list.value && messages.length > 0 && (
            <div className="scroll-x">
              <Rows messages={messages} current={current?.messageNo ?? null} onPick={setPicked} />
            </div>
          )}
          {list.value && messages.length === 0 && (
            <Empty
              style={{ padding: 24 }}
              description={address.isChosen ? '没有符合条件的短信' : '还没有发过短信'}
              image={Empty.PRESENTED_IMAGE_SIMPLE}
            />
          )}
          <MoreRows filter={address} next={list.value?.next} labels={BY_TIME} />
        </section>
        {current && (
          <MessagePanel
            key={current.messageNo}
            messageNo={current.messageNo}
            place={`${at + 1} / ${messages.length}`}
            onChanged={list.reload}
          />
        )}
      </div>
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
        { label: '等着发', value: count(of.waiting), unit: '含留到早上的' },
        { label: '暂时没送到', value: count(of.temporary) },
        { label: '送不到', value: count(of.permanent) },
        { label: '技术问题', value: count(of.technical), ...(of.technical > 0 ? { tone: 'alarm' as const } : {}) },
      ]}
    />
  );
}

interface RowsProps {
  readonly messages: readonly MessageLineValue[];
  readonly current: string | null;
  onPick(messageNo: string): void;
}

function Rows({ messages, current, onPick }: RowsProps) {
  return (
    <table className="console-table">
      <caption className="sr-only">短信，最新的在前</caption>
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">种类</th>
          <th scope="col">手机号</th>
          <th scope="col">编号</th>
          <th scope="col" className="right">
            次数
          </th>
          <th scope="col">状态</th>
          <th scope="col">接下来</th>
        </tr>
      </thead>
      <tbody>
        {messages.map((one) => (
          // The keys J and K do the same.
          <tr
            key={one.messageNo}
            data-openable
            aria-selected={one.messageNo === current}
            onClick={() => onPick(one.messageNo)}
          >
            <td className="num">{one.createdAt.slice(5, 19)}</td>
            <td>
              {one.title}
              <small className="notice-purpose">{one.purposeLabel}</small>
            </td>
            <td className="num">{one.phoneMasked}</td>
            <td className="num notice-about">{one.about}</td>
            <td className="num right">{one.tries}</td>
            <td>
              <StateTag tone={one.tone}>{one.statusLabel}</StateTag>
            </td>
            <td className="num">{one.nextAt === null ? '—' : `${one.nextAt.slice(5, 16)} 再发`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
