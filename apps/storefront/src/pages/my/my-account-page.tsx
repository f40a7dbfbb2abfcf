import './account.css';
import { formatDotRange } from '@huimin/domain/date';
import { calls } from '../../api/calls.ts';
import type { CallFailure } from '../../api/client.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { useCall } from '../../api/use-call.ts';
import { setElderMode, useElderMode, useProduct } from '../../context/index.ts';
import { type HeldCover, heldCover } from '../../features/policies/held-cover.ts';
import {
  Button,
  ErrorState,
  Icon,
  IconTile,
  iconCalendar,
  iconCard,
  iconChevronRight,
  iconClock,
  iconDocument,
  iconGift,
  iconHeart,
  iconHospital,
  iconInfo,
  iconLargeText,
  iconList,
  iconPencil,
  iconPeople,
  iconPhone,
  iconPill,
  iconReturn,
  iconShield,
  iconWallet,
  Monogram,
  Page,
  Row,
  Skeleton,
  Switch,
  telHref,
} from '../../ui/index.ts';
import { LogInButton } from '../pay/load-problem.tsx';
import { LogOut } from './log-out.tsx';

/** The most that one question answers; more are shown as `50+`. */
const COUNT_LIMIT = 50;

/** #/myAccount: who is logged in, ways to orders and papers, settings. */
export default function MyAccountPage() {
  const { tel, editionYear, luckyDraw } = useProduct();
  const elder = useElderMode();
  const profile = useCall(calls.profile, {}, { overlay: false, quietFailure: true });
  const loggedIn = profile.state !== 'failed' && profile.value !== null;
  const quiet = { overlay: false, quietFailure: true, when: loggedIn };
  const waiting = useCall(calls.queryOrders, { filter: 'waiting', limit: COUNT_LIMIT }, quiet);
  const policies = useCall(calls.selectListPolicy, { limit: COUNT_LIMIT }, quiet);
  const family = useCall(calls.queryFamily, {}, quiet);
  const waitingCount = loggedIn && waiting.value ? waiting.value.orders.length : 0;
  const cover = loggedIn && policies.value ? heldCover(policies.value.policies, editionYear) : null;
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
      <nav className="card card-flush my-list" aria-label="服务">
        <Row
          href="#/home-list"
          icon={<Icon name={iconPeople} size={22} />}
          label={elder ? '我的家人' : '我的家庭'}
          value={loggedIn && family.value?.length ? `${family.value.length} 人` : null}
        />
        <Row href="#/order_search" icon={<Icon name={iconDocument} size={22} />} label="保单查询" />
        <Row
          href="#/claims"
          icon={<Icon name={iconHospital} size={22} />}
          label="理赔结果"
          note="看病赔了多少，办到哪一步"
        />
        <Row
          href="#/order_search_new"
          icon={<Icon name={iconInfo} size={22} />}
          label="既往症查询"
          note="按什么比例赔"
        />
        <Row href="#/renew" icon={<Icon name={iconShield} size={22} />} label="续保" note="以前参保的家人" />
        <Row href="#/withhold" icon={<Icon name={iconCalendar} size={22} />} label="自动扣费管理" />
        <Row href="#/cart-shop" icon={<Icon name={iconPill} size={22} />} label="特药目录" note="查药、申请用药" />
        <Row href="#/lsjsfwsc" icon={<Icon name={iconHospital} size={22} />} label="健康服务手册" />
        {luckyDraw && <Row href="#/lucky" icon={<Icon name={iconGift} size={22} />} label="健康小礼" />}
        <Row href="#/love-list" icon={<Icon name={iconHeart} size={22} />} label="爱心证书" />
        <Row href="#/update" icon={<Icon name={iconPencil} size={22} />} label="修改缴费人信息" />
        <Row href="#/bookSuccessfully" icon={<Icon name={iconClock} size={22} />} label="开售预约" />
        <Row href="#/branch" icon={<Icon name={iconHospital} size={22} />} label="服务网点" />
        <Row
          href="#/groupProgress"
          icon={<Icon name={iconPeople} size={22} />}
          label="团体参保"
          note="单位联系人看进度、交名单"
        />
        <Row href="#/agreement" icon={<Icon name={iconDocument} size={22} />} label="相关协议" />
      </nav>
      <section className="card card-flush my-list" aria-label="设置">
        <ElderSwitch />
        <Row
          href={telHref(tel)}
          icon={<Icon name={iconPhone} size={22} />}
          label="服务电话"
          value={<span className="num">{tel}</span>}
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
  if (failure instanceof NetworkFailure) return <ErrorState kind={failure.screen} onReload={onReload} />;
  return (
    <header className="me">
      <Monogram name="您" />
      <div className="me-name">
        <h1 tabIndex={-1}>您还没有登录</h1>
        <p className="small muted">{failure.name === 'not-logged-in' ? '登录后看订单和保单' : failure.message}</p>
      </div>
      {failure.name === 'not-logged-in' ? <LogInButton /> : <Button onPress={onReload}>重新加载</Button>}
    </header>
  );
}

function CoverCard({ cover }: { cover: HeldCover }) {
  return (
    <a className="my-cover" href="#/orders?tab=paid">
      <Icon name={iconShield} size={32} />
      <span>
        <b>
          {cover.people > 1 && '一家 '}
          {cover.people} 人已有 {cover.year} 年保障
        </b>
        <small className="num">{formatDotRange(cover.validDate, cover.invalidDate)}</small>
      </span>
      <Icon name={iconChevronRight} size={18} />
    </a>
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
