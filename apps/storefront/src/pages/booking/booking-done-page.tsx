import '../../ui/form.css';
import '../../ui/controls.css';
import './booking.css';
import type { BookingValue } from '@huimin/contract';
import { editionAddress } from '@huimin/domain/share';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import type { CallFailure } from '../../api/client.ts';
import { failureLead } from '../../api/failure-lead.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useQuery } from '../../context/index.ts';
import { isKnownLoggedOut } from '../../features/account/login-memory.ts';
import { bookingHead, bookingSteps } from '../../features/booking/booking-words.ts';
import { keptTicket } from '../../features/booking/kept-ticket.ts';
import { rememberChosenRegion } from '../../features/region/chosen-region.ts';
import {
  Button,
  Card,
  confirmDialog,
  EmptyState,
  ErrorState,
  KeyValues,
  Page,
  Result,
  Row,
  Skeleton,
  toast,
} from '../../ui/index.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { WayHome } from '../pay/load-problem.tsx';
import { ShowPhone } from './show-phone.tsx';

const TITLE = '我的预约';
const quiet = { overlay: false, quietFailure: true };

/** #/bookSuccessfully: a booking that was just made, or the bookings of a phone that the visitor shows to be theirs. */
export default function BookingDonePage() {
  const bookingNo = useQuery().get('bookingNo');
  const [round, setRound] = useState(0);
  const ticket = keptTicket();
  const proof = ticket === null ? {} : { ticket };
  if (ticket === null && isKnownLoggedOut()) {
    return <ShowPhone title={TITLE} onShown={() => setRound(round + 1)} />;
  }
  const again = () => setRound((count) => count + 1);
  return bookingNo === null ? (
    <OfPhone key={round} proof={proof} onShown={again} />
  ) : (
    <OfNumber key={`${round} ${bookingNo}`} proof={proof} bookingNo={bookingNo} onShown={again} />
  );
}

type Proof = { readonly ticket?: string };

function OfNumber({ proof, bookingNo, onShown }: { proof: Proof; bookingNo: string; onShown: () => void }) {
  const booking = useCall(calls.queryBooking, { bookingNo, ...proof }, quiet);
  if (booking.value) return <Shown booking={booking.value} proof={proof} onChanged={booking.reload} />;
  return booking.failure ? (
    <Problem failure={booking.failure} onReload={booking.reload} onShown={onShown} />
  ) : (
    <Loading />
  );
}

function OfPhone({ proof, onShown }: { proof: Proof; onShown: () => void }) {
  const found = useCall(calls.queryBookingsOfPhone, proof, quiet);
  if (!found.value) {
    return found.failure ? <Problem failure={found.failure} onReload={found.reload} onShown={onShown} /> : <Loading />;
  }
  const [only, ...more] = found.value.bookings;
  if (!only) {
    return (
      <Page title={TITLE}>
        <EmptyState
          title="没有预约"
          lead="这个手机号没有预约过开售提醒"
          action={<Button href="#/index">回首页</Button>}
        />
      </Page>
    );
  }
  if (more.length === 0) return <Shown booking={only} proof={proof} onChanged={found.reload} />;
  return (
    <Page title={TITLE}>
      <Card flush>
        <ul>
          {[only, ...more].map((booking) => (
            <li key={booking.bookingNo}>
              <Row
                href={`#/bookSuccessfully?bookingNo=${booking.bookingNo}`}
                label={booking.productName}
                note={`${booking.bookedAt} 预约`}
                value={booking.statusLabel}
              />
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}

function Loading() {
  return (
    <Page title={TITLE}>
      <Skeleton lines={[88, 32, 130, 150]} />
    </Page>
  );
}

type ProblemProps = { failure: CallFailure | NetworkFailure; onReload: () => void; onShown: () => void };

function Problem({ failure, onReload, onShown }: ProblemProps) {
  if (!(failure instanceof NetworkFailure) && failure.name === 'proof-required') {
    return <ShowPhone title={TITLE} onShown={onShown} />;
  }
  return (
    <Page title={TITLE}>
      {failure instanceof NetworkFailure ? (
        <ErrorState kind={failure.reason} onReload={onReload} />
      ) : failure.name !== 'not-found' && failure.name !== 'bad-input' ? (
        <ErrorState kind="busy" lead={failureLead(failure)} onReload={onReload} />
      ) : (
        <EmptyState
          title="没有找到这个预约"
          lead="请看看手机号对不对，或者从首页重新预约"
          action={<Button href="#/bookSuccessfully">查我的预约</Button>}
        />
      )}
      <WayHome />
    </Page>
  );
}

function Shown({ booking, proof, onChanged }: { booking: BookingValue; proof: Proof; onChanged: () => void }) {
  const [cancel, cancelling] = useAction(calls.cancelBooking);
  const head = bookingHead(booking);
  const { status, onSale, orderNo } = booking;
  const present = useQuery().toString();
  const inEdition = (route: string) => editionAddress(booking.editionCode, route, present);
  const mayBuy = onSale && (status === 'booked' || status === 'notified');
  const takeBack = async () => {
    const isSure = await confirmDialog({
      title: '取消预约？',
      body: '取消后不会再发短信提醒您，留下的手机号一周后删除',
      confirm: '取消预约',
      cancel: '先不取消',
    });
    if (!isSure) return;
    const reply = await cancel({ bookingNo: booking.bookingNo, ...proof });
    if (reply.ok) toast('预约已取消');
    if (reply.ok || reply.name !== 'no-reply') onChanged();
  };
  return (
    <Page>
      <Result tone={head.tone} title={head.title} lead={head.lead} />
      <Card>
        <KeyValues
          items={[
            { label: '手机号', value: booking.phoneMasked, num: true },
            { label: '医保所在地', value: booking.regionText },
            { label: '人数', value: `大概 ${booking.headCount} 人`, num: true },
            { label: '工作人员', value: booking.agentCode, num: true },
            { label: '预约号', value: booking.bookingNo, num: true },
            { label: '开售时间', value: booking.saleStartsAt, num: true },
          ]}
        />
      </Card>
      <Card className="mt3">
        <h2 className="booking-next">{status === 'insured' || status === 'cancelled' ? '经过' : '接下来'}</h2>
        <Timeline steps={bookingSteps(booking)} />
      </Card>
      <div className="buttons mt6">
        {mayBuy && (
          <Button block href={inEdition('/index')}>
            去参保
          </Button>
        )}
        {orderNo && (
          <Button block href={`#/orderDetail?orderNo=${encodeURIComponent(orderNo)}`}>
            看订单
          </Button>
        )}
        <Button kind={mayBuy || orderNo ? 'neutral' : 'primary'} block href="#/index">
          回首页
        </Button>
        {booking.canCancel && (
          <Button kind="neutral" block busy={cancelling.busy} onPress={() => void takeBack()}>
            取消预约
          </Button>
        )}
        {status === 'cancelled' && !onSale && (
          <Button
            kind="neutral"
            block
            href={inEdition('/yuyue')}
            onPress={() => rememberChosenRegion(booking.regionCode)}
          >
            再预约
          </Button>
        )}
      </div>
    </Page>
  );
}
