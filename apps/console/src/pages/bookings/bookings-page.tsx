import { BOOKING_STATUS_TABLE } from '@huimin/domain/booking';
import { App, Button, Checkbox, Progress, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { call, type Inputs, type Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { AddressChoice } from '../../app/filter-choice.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { NoneFound } from '../../app/none-found.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { editionOptions } from '../../parts/edition-options.ts';
import { KpiStrip } from '../../parts/kpi-strip.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { longTime, shortTime } from '../../parts/when.ts';

type Search = Inputs['listBookings'];

/** What the list can be narrowed by, besides its edition. */
const CHOICES = ['status', 'notice'];
const STATUSES = BOOKING_STATUS_TABLE.entries.map(({ status, label }) => ({ value: status, label }));
const NOTICES = [
  { value: 'waiting', label: '等开售' },
  { value: 'sending', label: '正在发' },
  { value: 'unclear', label: '正在查' },
  { value: 'sent', label: '已发' },
  { value: 'refused', label: '发不出' },
  { value: 'unknown', label: '查不到结果' },
  { value: 'unwanted', label: '本人不收' },
];

/** Who asked to be reminded when a sale opens, and how far the reminders are. */
export default function BookingsPage() {
  const address = useAddressFilter('before');
  const { value, loading, problem, reload } = useCall('listBookings', {
    edition: address.given('edition'),
    status: address.given('status') as Search['status'],
    notice: address.given('notice') as Search['notice'],
    before: address.cursor,
  });
  const counts = useCall('countBookings', { edition: address.given('edition') });
  const { may } = useSelf();
  const [resending, setResending] = useState(false);
  const figures = counts.value;
  // They are counted while the list stands there already.
  const shown = (name: keyof Outputs['countBookings']) => figures?.[name].toLocaleString('zh-CN') ?? '—';
  const reloadAll = () => {
    reload();
    counts.reload();
  };
  const choice = (name: string, label: string, options: { value: string; label: string }[]) => (
    <AddressChoice {...{ address, name, label, options }} />
  );
  const edition = value?.editions.find(({ code }) => code === value.edition);
  const toTell = figures ? figures.sent + figures.toSend + figures.failed : 0;
  return (
    <div className="page">
      <PageHead title="预约" note="开售后自动发短信，21:00 到 8:00 不发；手机号只显示一部分">
        {may('messages.resend') && figures && figures.failed > 0 && (
          <Button onClick={() => setResending(true)}>补发没发成的</Button>
        )}
      </PageHead>
      <LoadProblem problem={problem ?? counts.problem} onRetry={reloadAll} />
      <KpiStrip
        label="这一版"
        figures={[
          { label: '预约', value: shown('bookings'), unit: figures ? `个　${shown('people')} 人` : undefined },
          { label: '短信已发', value: shown('sent'), unit: '条' },
          { label: '待发', value: shown('toSend'), unit: '条' },
          { label: '没发成', value: shown('failed'), unit: '条' },
          { label: '已投保', value: shown('insured'), unit: '个' },
          { label: '已取消', value: shown('cancelled'), unit: '个' },
        ]}
      />
      {edition && toTell > 0 && (
        <Progress
          percent={Math.floor(((figures?.sent ?? 0) * 100) / toTell)}
          strokeColor="var(--c-link)"
          aria-label="开售短信已发"
          format={(percent) => `短信已发 ${percent}%`}
        />
      )}
      <search className="filters">
        <Select
          style={{ width: 260 }}
          aria-label="产品版本"
          value={value?.edition}
          options={editionOptions(value?.editions)}
          onChange={(next: string) => address.set({ edition: next })}
        />
        {choice('status', '预约状态', STATUSES)}
        {choice('notice', '短信状态', NOTICES)}
        {edition && (
          <span className="note num">
            {edition.isOnSale ? '已开售' : '开售'} {longTime(edition.saleStartsAt)}
          </span>
        )}
      </search>
      <section className="panel long-list" aria-label="预约列表" aria-busy={loading}>
        {value === null && loading && <Skeleton active style={{ padding: 14 }} />}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
        <section className="scroll-x" tabIndex={0} aria-label="预约，表格">
          <table className="console-table">
            <caption className="sr-only">预约列表，最新的在前</caption>
            <thead>
              <tr>
                <th scope="col">预约编号</th>
                <th scope="col" aria-sort="descending">
                  预约时间
                </th>
                <th scope="col">手机号</th>
                <th scope="col">医保地</th>
                <th scope="col" className="right">
                  人数
                </th>
                <th scope="col">业务员</th>
                <th scope="col">状态</th>
                <th scope="col">开售短信</th>
              </tr>
            </thead>
            <tbody>
              {value?.bookings.map((one) => (
                <tr key={one.bookingNo}>
                  <td className="num">{one.bookingNo}</td>
                  <td className="num">{shortTime(one.bookedAt)}</td>
                  <td className="num">{one.phoneMasked}</td>
                  <td>{one.regionText}</td>
                  <td className="num right">{one.headCount}</td>
                  <td>{one.agentCode ?? '—'}</td>
                  <td>
                    <StateTag tone={one.tone}>{one.statusLabel}</StateTag>
                  </td>
                  <td>
                    {one.noticeLabel} {one.notifiedAt !== null && shortTime(one.notifiedAt)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        {value?.bookings.length === 0 && (
          <NoneFound
            isNarrowed={CHOICES.some((name) => address.given(name) !== undefined)}
            notSuch="没有这样的预约"
            none="这一版还没有人预约"
            onClear={() => address.set(Object.fromEntries(CHOICES.map((name) => [name, null])))}
          />
        )}
        <MoreRows filter={address} next={value?.next} labels={BY_TIME} />
      </section>
      {resending && value && (
        <ResendNotices edition={value.edition} onClose={() => setResending(false)} onDone={reloadAll} />
      )}
    </div>
  );
}

interface ResendProps {
  readonly edition: string;
  onClose(): void;
  onDone(): void;
}

/** Has the reminders sent again that did not go out, after what kept them back was mended. */
function ResendNotices({ edition, onClose, onDone }: ResendProps) {
  const { message } = App.useApp();
  const [alsoUnknown, setAlsoUnknown] = useState(false);
  return (
    <ReasonDialog
      title="补发开售短信"
      okText="补发"
      label="修好了什么"
      onClose={onClose}
      onSend={async (reason) => {
        const { count } = await call('resendBookingNotices', { edition, alsoUnknown, reason });
        message.success(`${count} 条已放回去发`);
        onDone();
      }}
    >
      <p className="dialog-lead">发不出的再发一次，8:00 到 21:00 之间按设好的速度发。号码不对的还是发不出。</p>
      <Checkbox checked={alsoUnknown} onChange={(event) => setAlsoUnknown(event.target.checked)}>
        查不到结果的也发（有人可能收到两条）
      </Checkbox>
    </ReasonDialog>
  );
}
