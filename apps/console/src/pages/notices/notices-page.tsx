import { Tabs } from 'antd';
import { PageHead } from '../../app/page-head.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { ListKeys } from '../../parts/list-keys.tsx';
import { InboxPart } from './inbox-part.tsx';
import { MessagesPart } from './messages-part.tsx';
import { TemplatesPart } from './templates-part.tsx';
import './notices.css';

/** What residents are told, by text message and in their inbox: how far each is, and what they say. */
export default function NoticesPage() {
  const address = useAddressFilter('before');
  const part = address.given('part') === 'templates' ? 'templates' : 'messages';
  return (
    <div className="page">
      <PageHead title="通知" note="21:00 到 8:00 只发验证码、资金和账户安全；暂时没送到的自动再试，送不到的不再发">
        {part === 'messages' && <ListKeys />}
      </PageHead>
      <Tabs
        activeKey={part}
        onChange={(key) => {
          address.clear();
          if (key === 'templates') address.set({ part: key });
        }}
        items={[
          { key: 'messages', label: '发送记录' },
          { key: 'templates', label: '模板' },
        ]}
      />
      {part === 'templates' && <TemplatesPart />}
      {part === 'messages' && (address.given('channel') === 'inbox' ? <InboxPart /> : <MessagesPart />)}
    </div>
  );
}
