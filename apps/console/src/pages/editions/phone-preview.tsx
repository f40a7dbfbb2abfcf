import type { EditionDeskValue } from '@huimin/contract/console';
import { Button, Drawer } from 'antd';
import { useEffect, useId, useState } from 'react';
import { MomentInput } from '../../app/day-input.tsx';
import { PhoneFrame } from '../../parts/phone-frame.tsx';
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
  return (
    <Drawer open title={`手机预览：${what}`} size={472} onClose={onClose}>
      <p className="ed-hint">
        这是居民端本身，只有登录的人看得到。协议、特药、服务和网点能点进去看，是线上的内容；里面不能登录、不能购买。
      </p>
      <div className="ed-moment">
        <label htmlFor={id}>
          如果现在是
          <MomentInput id={id} isSmall value={at} onChange={setAt} />
        </label>
        {moments.map(([label, value]) => (
          <Button key={label} size="small" aria-pressed={at === value} onClick={() => setAt(value)}>
            {label}
          </Button>
        ))}
      </div>
      {kept && (
        <PhoneFrame
          title="手机预览"
          shown={{ of: 'edition', edition: desk.edition }}
          mark={desk.draft?.revision}
          at={at}
        />
      )}
    </Drawer>
  );
}

/** To the minute; '' for what is no moment. */
function moment(text: string): string {
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return '';
  return `${text.slice(0, 10)} ${text.slice(11, 16) || '00:00'}`;
}
