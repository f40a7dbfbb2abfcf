import './account.css';
import { formatDotDate } from '@huimin/domain/date';
import { calls } from '../../api/calls.ts';
import type { CallFailure } from '../../api/client.ts';
import { failureLead } from '../../api/failure-lead.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { useCall } from '../../api/use-call.ts';
import { setElderMode, useElderMode, useProduct } from '../../context/index.ts';
import { type HeldCover, heldCovers } from '../../features/policies/held-cover.ts';
import {
  Button,
  ErrorState,
  Icon,
  type IconShape,
  IconTile,
  iconCard,
  iconChevronRight,
  iconLargeText,
  iconList,
  iconPhone,
  iconReturn,
  iconShield,
  iconWallet,
  LongNumber,
  Monogram,
  Page,
  Row,
  Skeleton,
  Switch,
  telHref,
  WholeNumber,
} from '../../ui/index.ts';
import { LogInButton } from '../pay/load-problem.tsx';
import { LogOut } from './log-out.tsx';
import { MyServices } from './my-services.tsx';

const iconBell: IconShape = {
  line: 'M6.5 10.5a5.5 5.5 0 0 1 11 0c0 4.5 2 6 2 6.5h-15c0-.5 2-2 2-6.5ZM10 20h4',
};

/** The most that one question answers; more are shown as `50+`. */
const COUNT_LIMIT = 50;

/** #/myAccount: who is logged in, ways to orders and papers, settings. */
export default function MyAccountPage() {
  const { tel } = useProduct();
  const profile = useCall(calls.profile, {}, { overlay: false, quietFailure: true });
  const loggedIn = profile.state !== 'failed' && profile.value !== null;
  const quiet = { overlay: false, quietFailure: true, when: loggedIn };
  const waiting = useCall(calls.queryOrders, { filter: 'waiting', limit: COUNT_LIMIT }, quiet);
  const policies = useCall(calls.selectListPolicy, { limit: COUNT_LIMIT }, quiet);
  const family = useCall(calls.queryFamily, {}, quiet);
  const inbox = useCall(calls.countInbox, {}, quiet);
  const waitingCount = loggedIn && waiting.value ? waiting.value.orders.length : 0;
  // This year's as long as there is none of the edition on sale.
  const [cover] = loggedIn && policies.value ? heldCovers(policies.value.policies) : [];
  return (
    <Page>
      {profile.value && loggedIn ? (
        <header className="me">
          <Monogram name={profile.value.nameMasked ?? '我'} />
          <div className="me-name">
            <h1 tabIndex={-1}>{profile.value.contact.nickname ?? profile.value.nameMasked ?? '您好'}</h1>
            <p className="small muted num">{profile.value.phoneMasked}</p>
          </div>
          <Button kind="neutral" small href="#/info">
            个人信息
          </Button>
        </header>
      ) : (
        <NobodyYet failure={profile.failure} onReload={profile.reload} />
      )}
      {cover && <CoverCard cover={cover} />}
      <nav className="card my-orders" aria-label="订单">
        <a href="#/orders">
          <IconTile>
            <Icon name={iconList} />
          </IconTile>
          全部订单
        </a>
        <a href="#/orders?tab=waiting">
          <IconTile>
            <Icon name={iconWallet} />
          </IconTile>
          待付款
          {waitingCount > 0 && (
            <span className="my-orders-count">
              {waiting.value?.nextCursor ? `${COUNT_LIMIT}+` : waitingCount}
              <span className="sr-only"> 笔</span>
            </span>
          )}
        </a>
        <a href="#/voucher_list">
          <IconTile>
            <Icon name={iconCard} />
          </IconTile>
          保险凭证
        </a>
        <a href="#/orders?tab=refund">
          <IconTile>
            <Icon name={iconReturn} />
          </IconTile>
          退保
        </a>
      </nav>
      {loggedIn && (
        <nav className="card card-flush my-list mt3" aria-label="消息">
          <Row
            href="#/messages"
            icon={<Icon name={iconBell} size={22} />}
            label="消息"
            value={inbox.value && inbox.value.unread > 0 ? <Unread count={inbox.value.unread} /> : null}
          />
        </nav>
      )}
      <MyServices familyCount={loggedIn ? (family.value?.length ?? 0) : 0} loggedIn={loggedIn} />
      <section className="card card-flush my-list" aria-label="设置">
        <ElderSwitch />
        <Row
          href={telHref(tel)}
          icon={<Icon name={iconPhone} size={22} />}
          label="服务电话"
          value={
            <span className="num">
              <LongNumber>{tel}</LongNumber>
            </span>
          }
        />
        {loggedIn && <LogOut withIcon />}
      </section>
    </Page>
  );
}

function NobodyYet({ failure, onReload }: { failure: CallFailure | NetworkFailure | null; onReload: () => void }) {
  if (!failure) {
    return (
      <div className="me">
        <div className="me-name">
          <Skeleton lines={[30, 22]} />
        </div>
      </div>
    );
  }
  if (failure instanceof NetworkFailure || failure.name !== 'not-logged-in') {
    const offline = failure instanceof NetworkFailure;
    return (
      <>
        <h1 className="sr-only" tabIndex={-1}>
          个人中心
        </h1>
        <ErrorState kind={offline ? failure.reason : 'busy'} lead={failureLead(failure)} onReload={onReload} />
      </>
    );
  }
  return (
    <header className="me">
      <Monogram name="您" />
      <div className="me-name">
        <h1 tabIndex={-1}>您还没有登录</h1>
        <p className="small muted">登录后看订单和保单</p>
      </div>
      <LogInButton />
    </header>
  );
}

function CoverCard({ cover }: { cover: HeldCover }) {
  return (
    <a className="my-cover" href={`#/orders?tab=paid&year=${cover.year}`}>
      <Icon name={iconShield} size={32} />
      <span>
        <b>
          {cover.people > 1 && '一家 '}
          {cover.people} 人已有 {cover.year} 年保障
        </b>
        <small className="num">
          <WholeNumber>{`${formatDotDate(cover.validDate)} -`}</WholeNumber>{' '}
          <WholeNumber>{formatDotDate(cover.invalidDate)}</WholeNumber>
        </small>
      </span>
      <Icon name={iconChevronRight} size={18} />
    </a>
  );
}

function Unread({ count }: { count: number }) {
  return (
    <span className="my-unread">
      {count >= 100 ? '99+' : count}
      <span className="sr-only"> 条没看</span>
    </span>
  );
}

function ElderSwitch() {
  const elder = useElderMode();
  return (
    <Switch
      icon={<Icon name={iconLargeText} size={22} />}
      label="长辈版"
      note="字更大，步骤更少"
      checked={elder}
      onChange={setElderMode}
    />
  );
}
