import type { EditionDeskValue } from '@huimin/contract/console';
import { Button, Drawer, Input } from 'antd';
import { useEffect, useId, useState } from 'react';
import type { DraftWork } from './use-draft.ts';

interface Props {
  readonly desk: EditionDeskValue;
  readonly work: DraftWork;
  onClose(): void;
}

/** The storefront with the draft in it, as it would be at a moment that is chosen. */
export function PhonePreview({ desk, work, onClose }: Props) {
  const id = useId();
  const [at, setAt] = useState('');
  const [kept, setKept] = useState(desk.draft === null);
  const { keep } = work;
  // What was typed last is in it too.
  useEffect(() => {
    void keep().then(() => setKept(true));
  }, [keep]);
  const { insureStart, insureEnd, validDate } = work.fields;
  const moments = [
    ['现在', ''],
    ['开售时', moment(insureStart)],
    ['截止前', moment(insureEnd)],
    ['保障第一天', moment(validDate)],
  ] as const;
  const what = desk.draft ? `草稿 v${desk.draft.version}` : `线上 v${desk.liveVersion}`;
  const source = `/hmb-js26/console/preview/${desk.edition}?revision=${desk.draft?.revision ?? 0}&at=${at}`;
  return (
    <Drawer open title={`手机预览：${what}`} size={472} onClose={onClose}>
      <p className="ed-hint">
        这是居民端本身，只有登录的人看得到；里面不能登录、不能购买，按钮后面要联网的页面打不开。
      </p>
      <div className="ed-moment">
        <label htmlFor={id}>
          如果现在是
          <Input
            id={id}
            type="datetime-local"
            size="small"
            value={at}
            onChange={({ target }) => setAt(target.value.slice(0, 16))}
          />
        </label>
        {moments.map(([label, value]) => (
          <Button key={label} size="small" aria-pressed={at === value} onClick={() => setAt(value)}>
            {label}
          </Button>
        ))}
      </div>
      <div className="ed-phone">
        {kept && <iframe title="手机预览" src={source} key={source} sandbox="allow-scripts" />}
      </div>
    </Drawer>
  );
}

/** As a date input shows it; '' for what is no moment. */
function moment(text: string): string {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return '';
  return `${text.slice(0, 10)}T${text.slice(11, 16) || '00:00'}`;
}
