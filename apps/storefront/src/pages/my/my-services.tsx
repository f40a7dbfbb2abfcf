import type { ReactNode } from 'react';
import { useElderMode, useProduct } from '../../context/index.ts';
import { MedicalAppJump } from '../../features/partner-jump/medical-app-jump.tsx';
import {
  Icon,
  type IconShape,
  iconCalendar,
  iconChat,
  iconClock,
  iconDocument,
  iconGift,
  iconHeart,
  iconInfo,
  iconPencil,
  iconPeople,
  iconPill,
  iconPin,
  iconSearch,
  iconShield,
  iconStethoscope,
  Row,
  Section,
} from '../../ui/index.ts';

interface Service {
  readonly href: string;
  readonly icon: IconShape;
  readonly label: string;
  readonly note?: string;
  readonly value?: string | null;
}

/** Everything that the personal centre leads to beside orders: by what it is about, a heading over each list. */
export function MyServices({ familyCount, loggedIn }: { familyCount: number; loggedIn: boolean }) {
  const { luckyDraw } = useProduct();
  const elder = useElderMode();
  const family: Service = {
    href: '#/home-list',
    icon: iconPeople,
    label: elder ? '我的家人' : '我的家庭',
    value: familyCount > 0 ? `${familyCount} 人` : null,
  };
  const draw: Service[] = luckyDraw ? [{ href: '#/lucky', icon: iconGift, label: '健康小礼' }] : [];
  return (
    <>
      <ServiceList title="家人和保单" services={[family, ...POLICIES]} />
      <ServiceList title="理赔和健康" services={[...HEALTH, ...draw]}>
        <MedicalAppJump when={loggedIn} />
      </ServiceList>
      <ServiceList title="更多" services={MORE} />
    </>
  );
}

const POLICIES: readonly Service[] = [
  { href: '#/order_search', icon: iconDocument, label: '保单查询' },
  { href: '#/renew', icon: iconShield, label: '续保', note: '以前参保的家人' },
  { href: '#/withhold', icon: iconCalendar, label: '自动扣费管理' },
  { href: '#/update', icon: iconPencil, label: '修改缴费人信息' },
  { href: '#/love-list', icon: iconHeart, label: '爱心证书' },
];

const HEALTH: readonly Service[] = [
  { href: '#/claims', icon: iconDocument, label: '理赔结果', note: '看病赔了多少，办到哪一步' },
  { href: '#/order_search_new', icon: iconSearch, label: '既往症查询', note: '按什么比例赔' },
  { href: '#/cart-shop', icon: iconPill, label: '特药目录', note: '查药、申请用药' },
  { href: '#/lsjsfwsc', icon: iconStethoscope, label: '健康服务手册' },
];

const MORE: readonly Service[] = [
  { href: '#/bookSuccessfully', icon: iconClock, label: '开售预约' },
  { href: '#/branch', icon: iconPin, label: '服务网点' },
  { href: '#/groupProgress', icon: iconPeople, label: '团体参保', note: '单位联系人看进度、交名单' },
  { href: '#/complaints', icon: iconChat, label: '投诉', note: '提交、看答复' },
  { href: '#/agreement', icon: iconDocument, label: '相关协议' },
  { href: '#/test', icon: iconInfo, label: '手机自检', note: '看看这部手机能不能顺利办事' },
];

type ListProps = { title: string; services: readonly Service[]; children?: ReactNode };

function ServiceList({ title, services, children }: ListProps) {
  return (
    <Section title={title}>
      <nav className="card card-flush my-list" aria-label={title}>
        {services.map(({ href, icon, label, note, value }) => (
          <Row key={href} href={href} icon={<Icon name={icon} size={22} />} label={label} note={note} value={value} />
        ))}
        {children}
      </nav>
    </Section>
  );
}
