import '../../ui/form.css';
import '../../ui/controls.css';
import './booking.css';
import { canBook } from '@huimin/domain/booking';
import { formatDateTime, formatDotDate } from '@huimin/domain/date';
import { saidYuan } from '@huimin/domain/money';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useNotYetOnSale, useProduct, useSaleWindow, useServerClock } from '../../context/index.ts';
import { isKnownLoggedOut, rememberedAccount } from '../../features/account/login-memory.ts';
import { whyStopped } from '../../features/sale/again-words.ts';
import { lowestPremium, salePhase } from '../../features/sale/sale-words.ts';
import { Button, Icon, iconClock, Page, PhoneLink, Result, Skeleton } from '../../ui/index.ts';
import { BookingForm } from './booking-form.tsx';

/** #/yuyue, #/yuyue2026: leaving a phone before the sale, to be told when it opens. */
export default function BookingPage() {
  return <Booking isPoster={false} />;
}

/** The same for both addresses; the poster's says who stands behind the product, since it is often seen first. */
export function Booking({ isPoster }: { isPoster: boolean }) {
  const product = useProduct();
  const clock = useServerClock();
  // Asks again when the sale opens.
  const phase = salePhase(useSaleWindow(), useNotYetOnSale());
  const mayBook = phase === 'before' && product.bookingOffered && canBook(product, clock.now());
  const mayKnow = mayBook && !isKnownLoggedOut();
  // Answers without a question to log in where the login has ended meanwhile.
  const own = useCall(calls.queryBookingsOfPhone, {}, { overlay: false, quietFailure: true, when: mayKnow });
  if (!mayBook) return <NoBooking phase={phase} />;
  if (mayKnow && own.state === 'loading' && own.value === null) {
    return (
      <Page>
        <Skeleton lines={[110, 120, 56, 56, 90]} />
      </Page>
    );
  }
  const bookings = own.state === 'ready' ? own.value.bookings : null;
  return (
    <BookingForm
      ownPhone={bookings && (rememberedAccount() ?? '登录的手机号')}
      before={
        bookings?.find(({ editionCode, status }) => editionCode === product.editionCode && status === 'booked') ?? null
      }
      head={isPoster ? <PosterHead /> : <Head />}
      foot={isPoster ? <Companies /> : null}
    />
  );
}

function Head() {
  const { proName } = useProduct();
  return (
    <header className="booking-head">
      <Icon name={iconClock} size={36} />
      <div>
        <h1 tabIndex={-1}>
          {proName} <span className="nowrap">开售预约</span>
        </h1>
        <Opening />
      </div>
    </header>
  );
}

function PosterHead() {
  const { proName, subtitle, slogan, plans } = useProduct();
  const price = lowestPremium(plans);
  return (
    <header className="booking-poster">
      <p>{subtitle}</p>
      <h1 tabIndex={-1}>
        {proName} <span className="nowrap">开售预约</span>
      </h1>
      <p>{slogan}</p>
      <p className="booking-poster-price num">
        <b>{saidYuan(price.premiumFen)}</b> 元{price.from && '起'} / 人 / 年
      </p>
      <Opening />
    </header>
  );
}

/** When the sale opens, and where that was announced. */
function Opening() {
  const { insureStart, announcedOn } = useProduct();
  return (
    <p className="num">
      {formatDateTime(insureStart)} 开售
      {announcedOn && (
        <>
          <br />见 {formatDotDate(announcedOn)} 公告
        </>
      )}
    </p>
  );
}

function Companies() {
  const { insuranceCompany, brokerCompany, recordFilingCode } = useProduct();
  const names = (companies: readonly { name: string }[]) => companies.map(({ name }) => name).join('、');
  return (
    <p className="note mt4">
      承保：{names(insuranceCompany)}。经纪：{names(brokerCompany)}。备案编号：{recordFilingCode}。以保险条款为准。
    </p>
  );
}

function NoBooking({ phase }: { phase: ReturnType<typeof salePhase> }) {
  const { proName, tel, insureStart, salePauses } = useProduct();
  const isOpen = phase === 'insureing';
  const stopped = isOpen ? whyStopped(salePauses) : null;
  const before = phase === 'before';
  return (
    <Page>
      <Result
        tone={isOpen ? 'ok' : 'neutral'}
        title={isOpen ? '已经开售' : before ? '现在不能预约' : '参保已经结束'}
        lead={
          isOpen
            ? `${proName} 不用预约，${stopped ? `恢复后就可以参保。${stopped}` : '现在就可以参保'}`
            : before
              ? `${proName} 在 ${formatDateTime(insureStart)} 开售，到时从首页参保`
              : `${proName} 的预约和参保都已经结束，已有的保障不受影响`
        }
      />
      <div className="buttons mt6">
        {isOpen && !stopped && (
          <Button block href="#/beforeAuthUser">
            去参保
          </Button>
        )}
        <Button kind={isOpen && !stopped ? 'neutral' : 'primary'} block href="#/index">
          回首页
        </Button>
        <Button kind="neutral" block href="#/bookSuccessfully">
          查我的预约
        </Button>
      </div>
      <p className="note mt4 center">
        服务电话 <PhoneLink tel={tel} />
      </p>
    </Page>
  );
}
