import { Tabs } from 'antd';
import { PageHead } from '../../app/page-head.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { CatalogueView } from './catalogue-view.tsx';

/** The listed drugs of an edition, and the pharmacies that have them. */
export default function DrugsPage() {
  const address = useAddressFilter('after');
  const list = address.given('part') === 'pharmacies' ? 'pharmacies' : 'drugs';
  return (
    <div className="page">
      <PageHead title="特药" note="每个产品版本一份；改动先进草稿，另一个人同意后居民才看到" />
      <Tabs
        activeKey={list}
        onChange={(key) => address.set({ part: key === 'drugs' ? null : key, words: null, choice: null, which: null })}
        items={[
          { key: 'drugs', label: '特药目录' },
          { key: 'pharmacies', label: '指定药房' },
        ]}
      />
      <CatalogueView key={list} list={list} />
    </div>
  );
}
