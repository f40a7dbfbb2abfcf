import {
  Icon,
  type IconShape,
  IconTile,
  iconCard,
  iconChevronRight,
  iconDocument,
  iconList,
  iconPeople,
  iconPhone,
  iconPin,
  iconSearch,
  iconShield,
  Section,
  telHref,
} from '../../ui/index.ts';

type Service = readonly [text: string, href: string, icon: IconShape];

const SERVICES: readonly Service[] = [
  ['我的订单', '#/orders', iconList],
  ['我的家庭', '#/home-list', iconPeople],
  ['保险凭证', '#/voucher_list', iconShield],
  ['保单查询', '#/order_search', iconDocument],
  ['既往症查询', '#/order_search_new', iconSearch],
  ['附近网点', '#/branch', iconPin],
  ['团体参保', '#/company', iconPeople],
  ['个人中心', '#/myAccount', iconCard],
];

const ELDER_SERVICES: readonly Service[] = [
  ['我的订单', '#/orders', iconList],
  ['我的保单', '#/voucher_list', iconDocument],
  ['个人中心', '#/myAccount', iconPeople],
  ['查生过的病能赔吗', '#/order_search_new', iconSearch],
];

/** 服务: a grid, or three large rows in elder mode. */
export function ServiceSections() {
  return (
    <>
      <Section className="standard-only" title="服务">
        <nav className="card services" aria-label="服务">
          {SERVICES.map(([text, href, icon]) => (
            <a href={href} key={text}>
              <IconTile>
                <Icon name={icon} />
              </IconTile>
              {text}
            </a>
          ))}
        </nav>
      </Section>
      <Section className="elder-only" title="常用服务">
        <nav className="large" aria-label="常用服务">
          {ELDER_SERVICES.map(([text, href, icon]) => (
            <a href={href} key={text}>
              <IconTile>
                <Icon name={icon} size={28} />
              </IconTile>
              <b>{text}</b>
              <Icon name={iconChevronRight} size={26} />
            </a>
          ))}
        </nav>
      </Section>
    </>
  );
}

/** The service number: a line, or a part of its own in elder mode. */
export function PhoneSections({ tel }: { tel: string }) {
  return (
    <>
      <section className="section card phone standard-only" aria-label="服务电话">
        <IconTile tone="info">
          <Icon name={iconPhone} />
        </IconTile>
        <div>
          <p className="note">服务电话</p>
          <b>{tel}</b>
        </div>
        <a className="button button-neutral button-small" href={telHref(tel)}>
          拨打
        </a>
      </section>
      <Section className="elder-only" title="要人帮忙">
        <div className="card">
          <p>家人可以替您买。也可以打电话，由工作人员一步步教您。</p>
          <p className="mt3 num help-number">{tel}</p>
          <a className="button button-neutral button-block mt3" href={telHref(tel)}>
            <Icon name={iconPhone} size={26} />
            打电话
          </a>
          <a className="button button-neutral button-block mt3" href="#/branch">
            去附近的网点
          </a>
        </div>
      </Section>
    </>
  );
}
