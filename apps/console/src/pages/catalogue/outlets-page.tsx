import { Tabs } from 'antd';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { AssistantsPart } from './assistants-part.tsx';
import { CatalogueView } from './catalogue-view.tsx';

/** The places where residents are helped face to face, and who helps there. */
export default function OutletsPage() {
  const { may } = useSelf();
  const address = useAddressFilter('after');
  const part = address.given('part') === 'assistants' && may('assistants.view') ? 'assistants' : 'list';
  return (
    <div className="page">
      <PageHead
        title="网点"
        note={
          part === 'list'
            ? '居民按城市找的服务点；改动先进草稿，另一个人同意后居民才看到'
            : '在网点帮居民填写的人，用登记的手机号登录；只能代填，居民在自己手机上确认'
        }
      />
      {may('assistants.view') && (
        <Tabs
          activeKey={part}
          onChange={(key) =>
            address.set({ part: key === 'list' ? null : key, words: null, choice: null, which: null, number: null })
          }
          items={[
            { key: 'list', label: '网点列表' },
            { key: 'assistants', label: '协助人员' },
          ]}
        />
      )}
      {part === 'assistants' ? <AssistantsPart /> : <CatalogueView list="outlets" />}
    </div>
  );
}
