import type { OutletValue } from '@huimin/contract';
import { distanceText, mapLink, OUTLET_SERVICES } from '@huimin/domain/outlet';
import type { ShownOutlet } from '../../features/outlets/outlet-list.ts';
import { Card, Icon, iconPhone, Tag, telHref } from '../../ui/index.ts';
import { iconWay } from './outlet-icons.ts';

type Props = {
  shown: ShownOutlet;
  /** Which map opens inside this container. */
  map: Parameters<typeof mapLink>[1];
  /** Whether orders go to this outlet's credit now; null where it cannot be chosen. */
  isCredited: boolean | null;
  onCredit: () => void;
};

/** One outlet: where, when, what for, and the ways to reach it. */
export function OutletCard({ shown: { outlet, distanceM }, map, isCredited, onCredit }: Props) {
  const { name, address, hours, phone } = outlet;
  return (
    <Card className="outlet-card">
      <div className="outlet-head">
        <h3>{name}</h3>
        {distanceM !== null && <span className="outlet-far num">{distanceText(distanceM)}</span>}
      </div>
      <p>{address}</p>
      <p className="num">{hours}</p>
      <Services services={outlet.services} />
      <div className="outlet-buttons">
        <a
          className="button button-neutral button-small"
          href={telHref(phone)}
          aria-label={`打电话给${name}，${phone}`}
        >
          <Icon name={iconPhone} size={20} />
          打电话
        </a>
        <a
          className="button button-neutral button-small"
          href={mapLink(outlet, map)}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`怎么走，到${name}，打开地图`}
        >
          <Icon name={iconWay} size={20} />
          怎么走
        </a>
      </div>
      {isCredited !== null && (
        <button type="button" className="link outlet-credit" aria-pressed={isCredited} onClick={onCredit}>
          {isCredited ? '已选这个网点，点一下取消' : '参保时记到这个网点'}
          <span className="sr-only">，{name}</span>
        </button>
      )}
    </Card>
  );
}

function Services({ services }: Pick<OutletValue, 'services'>) {
  return (
    <p className="outlet-services">
      <span className="sr-only">能办：</span>
      {services.map((service) => (
        <Tag key={service} tone={service === 'elder' ? 'info' : 'neutral'}>
          {OUTLET_SERVICES[service]}
        </Tag>
      ))}
    </p>
  );
}
