import { setElderMode, useElderMode, useQuery } from '../../context/index.ts';
import { Card, Icon, iconLargeText, Page, Row, Switch } from '../../ui/index.ts';
import { PARTS } from './parts.tsx';
import './elements.css';

/** #/elements: every element that screens share, each on a page of its own, to be looked at in every mode. */
export default function ElementsPage() {
  const name = useQuery().get('part');
  const elder = useElderMode();
  const part = PARTS.find((one) => one.name === name);
  const modes = (
    <Card flush className="elements-modes">
      <Switch
        icon={<Icon name={iconLargeText} size={22} />}
        label="长辈版"
        note="深色跟着手机的设置"
        checked={elder}
        onChange={setElderMode}
      />
    </Card>
  );
  if (part) {
    const { Show } = part;
    return (
      <Page title={part.title} lead={part.about}>
        {modes}
        <Show />
        <p className="mt4">
          <a className="link" href="#/elements">
            全部组件
          </a>
        </p>
      </Page>
    );
  }
  return (
    <Page title="界面组件" lead="给设计和测试的人看，不办业务">
      {modes}
      <Card flush>
        <ul>
          {PARTS.map(({ name: one, title, about }) => (
            <li key={one}>
              <Row label={title} note={about} href={`#/elements?part=${one}`} />
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}
