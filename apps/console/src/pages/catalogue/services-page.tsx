import { Tabs } from 'antd';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { BookingsPart } from './bookings-part.tsx';
import { CatalogueView } from './catalogue-view.tsx';

/** The health services of an edition, and what residents booked of them. */
export default function ServicesPage() {
  const { may } = useSelf();
  const address = useAddressFilter('after');
  const part = address.given('part') === 'bookings' && may('services.handle') ? 'bookings' : 'list';
  return (
    <div className="page">
      <PageHead title="健康服务" note="每个产品版本一份；改动先进草稿，另一个人同意后居民才看到" />
      <Tabs
        activeKey={part}
        onChange={(key) =>
          address.set({ part: key === 'list' ? null : key, words: null, choice: null, which: null, booking: null })
        }
        items={[
          { key: 'list', label: '服务目录' },
          ...(may('services.handle') ? [{ key: 'bookings', label: '居民的预约' }] : []),
        ]}
      />
      {part === 'bookings' ? <BookingsPart /> : <CatalogueView list="health-services" />}
    </div>
  );
}
