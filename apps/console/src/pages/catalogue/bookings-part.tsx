import type { ServiceBookingLineValue } from '@huimin/contract/console';
import { App, Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { call, type Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_NAME, MoreRows } from '../../app/more-rows.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { KpiStrip } from '../../parts/kpi-strip.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { longTime, shortTime } from '../../parts/when.ts';

const TONES = { available: 'success', booked: 'info', used: 'neutral', expired: 'neutral' } as const;

/** Booked services that wait for a word, and one of them with whom to call. */
export function BookingsPart() {
  const address = useAddressFilter('after');
  const open = address.given('booking');
  const { value, loading, problem, reload } = useCall('listServiceBookings', { after: address.cursor });
  return (
    <>
      <LoadProblem problem={problem} onRetry={reload} />
      {value && (
        <KpiStrip
          label="预约"
          figures={[
            { label: '等着办', value: value.waiting.toLocaleString('zh-CN') },
            {
              label: '明天和以前要用',
              value: value.urgent.toLocaleString('zh-CN'),
              tone: value.urgent > 0 ? 'warn' : undefined,
            },
          ]}
        />
      )}
      <div className="side-by-side">
        <section className="panel" aria-label="等着办的预约" aria-busy={loading}>
          <div className="panel-head">
            <h2>等着办的预约</h2>
            <small>日子近的在前；看一次才知道是谁、哪项服务</small>
          </div>
          {value === null && loading && <Skeleton active style={{ padding: 14 }} />}
          {value !== null && value.bookings.length > 0 && (
            <Lines
              bookings={value.bookings}
              open={open}
              onOpen={(number) => address.set({ booking: number, after: address.cursor })}
            />
          )}
          {value?.bookings.length === 0 && (
            <Empty style={{ padding: 24 }} description="没有等着办的预约" image={Empty.PRESENTED_IMAGE_SIMPLE} />
          )}
          <MoreRows filter={address} next={value?.next} labels={BY_NAME} />
        </section>
        <section className="panel" aria-label="一次预约">
          {open === undefined ? (
            <Empty style={{ padding: 60 }} description="从左边选一次预约" image={Empty.PRESENTED_IMAGE_SIMPLE} />
          ) : (
            <OneBooking key={open} number={open} onSettled={reload} />
          )}
        </section>
      </div>
    </>
  );
}

interface LinesProps {
  readonly bookings: readonly ServiceBookingLineValue[];
  readonly open: string | undefined;
  onOpen(number: string): void;
}

function Lines({ bookings, open, onOpen }: LinesProps) {
  return (
    <div className="scroll-x">
      <table className="console-table">
        <thead>
          <tr>
            <th scope="col">想用的日子</th>
            <th scope="col">预约编号</th>
            <th scope="col">城市</th>
            <th scope="col">产品</th>
            <th scope="col">预约时间</th>
          </tr>
        </thead>
        <tbody>
          {bookings.map((one) => (
            <tr key={one.serviceBookingNo} aria-selected={one.serviceBookingNo === open}>
              <td className="num">{one.wantedOn ?? '全年'}</td>
              <td>
                <Button type="link" size="small" className="row-link num" onClick={() => onOpen(one.serviceBookingNo)}>
                  {one.serviceBookingNo}
                </Button>
              </td>
              <td>{one.cityText}</td>
              <td className="num">{one.edition}</td>
              <td className="num">{shortTime(one.bookedAt)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Contact = Outputs['readServiceBooking'];
const OUTCOMES = {
  used: { label: '已使用', text: '这一次算用掉了。' },
  missed: { label: '没有来', text: '这一次算用掉了，不能再约。' },
  cancel: { label: '机构取消', text: '次数还给居民，并发短信请他登录查看。' },
} as const;

function OneBooking({ number, onSettled }: { number: string; onSettled(): void }) {
  const { message } = App.useApp();
  const { value, problem, reload } = useCall('showServiceBooking', { serviceBookingNo: number });
  const [contact, setContact] = useState<Contact | null>(null);
  const [asks, setAsks] = useState<keyof typeof OUTCOMES | 'contact' | null>(null);
  if (value === null) {
    return problem === null ? (
      <Skeleton active style={{ padding: 14 }} />
    ) : (
      <LoadProblem problem={problem} onRetry={reload} />
    );
  }
  return (
    <>
      <div className="panel-head">
        <h2>{value.service}</h2>
        <StateTag tone={TONES[value.status]}>{value.statusLabel}</StateTag>
      </div>
      <div className="panel-body">
        <dl className="facts">
          <dt>预约编号</dt>
          <dd className="num">{value.serviceBookingNo}</dd>
          <dt>想用的日子</dt>
          <dd className="num">{value.wantedOn ?? '全年'}</dd>
          <dt>服务机构</dt>
          <dd>
            {value.provider}　<span className="num">{value.hotline}</span>
          </dd>
          <dt>怎么预约</dt>
          <dd>{value.howToBook}</dd>
          <dt>使用人</dt>
          <dd>{contact?.name ?? value.nameMasked}</dd>
          <dt>联系电话</dt>
          <dd className="num">{contact?.phone ?? value.phoneMasked}</dd>
          {contact && (
            <>
              <dt>居民写的</dt>
              <dd>{contact.wish || '没有写'}</dd>
            </>
          )}
          {value.settledAt !== null && (
            <>
              <dt>办完</dt>
              <dd className="num">{longTime(value.settledAt)}</dd>
            </>
          )}
        </dl>
        {value.status === 'booked' && (
          <div className="filters" style={{ marginTop: 12 }}>
            {contact === null && <Button onClick={() => setAsks('contact')}>看联系人</Button>}
            {(Object.keys(OUTCOMES) as (keyof typeof OUTCOMES)[]).map((outcome) => (
              <Button key={outcome} onClick={() => setAsks(outcome)}>
                {OUTCOMES[outcome].label}
              </Button>
            ))}
          </div>
        )}
      </div>
      {asks === 'contact' && (
        <ReasonDialog
          title="看联系人"
          okText="看联系人"
          onClose={() => setAsks(null)}
          onSend={async (reason) => setContact(await call('readServiceBooking', { serviceBookingNo: number, reason }))}
        >
          <p>谁、什么时候、为什么看，都记在审计日志里。</p>
        </ReasonDialog>
      )}
      {asks !== null && asks !== 'contact' && (
        <ReasonDialog
          title={OUTCOMES[asks].label}
          okText={OUTCOMES[asks].label}
          onClose={() => setAsks(null)}
          onSend={async (reason) => {
            await call('settleServiceBooking', { serviceBookingNo: number, outcome: asks, reason });
            message.success('已记下');
            setContact(null);
            reload();
            onSettled();
          }}
        >
          <p>{OUTCOMES[asks].text}</p>
        </ReasonDialog>
      )}
    </>
  );
}
