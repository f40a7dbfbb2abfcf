import { beijingDate } from '@huimin/domain/date';
import { regionDisplayText } from '@huimin/domain/region';
import { type ComponentType, useEffect, useState } from 'react';
import { useProduct, useServerClock } from '../../context/index.ts';
import { DocumentSheet } from '../../features/documents/document-sheet.tsx';
import { RegionPicker } from '../../features/region/region-picker.tsx';
import SharePanel from '../../features/sharing/share-panel.tsx';
import { ShareTip } from '../../features/sharing/share-tip.tsx';
import { CircleButton } from '../../ui/circle-button.tsx';
import {
  Button,
  Card,
  confirmDialog,
  copyText,
  DateInput,
  type DateRange,
  DateRangeInput,
  EmptyState,
  ErrorState,
  Field,
  Notice,
  Section,
  Skeleton,
  toast,
} from '../../ui/index.ts';
import { LoadingPanel } from '../../ui/loading-panel.tsx';

export interface Part {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly Show: ComponentType;
}

/** The elements that screens share, in the order of the list. */
export const PARTS: readonly Part[] = [
  { name: 'overlay', title: '加载中', about: '等回答时盖住整页；这里两秒后自己关', Show: OverlayPart },
  { name: 'region-picker', title: '医保所在地', about: '城市，苏州再选区县', Show: RegionPart },
  { name: 'share', title: '分享', about: '转发、海报、复制文案', Show: SharePart },
  { name: 'share-tip', title: '分享提示', about: '指向右上角，三秒后自己关', Show: ShareTipPart },
  { name: 'agreement-sheet', title: '协议弹层', about: '占屏幕高的八成，上面两角是圆的', Show: AgreementPart },
  { name: 'circle-button', title: '圆按钮', about: '前两个字一行，其余一行', Show: CirclePart },
  { name: 'date-pickers', title: '日期', about: '一天，或者一段时间；最早 1900-01-01', Show: DatePart },
  { name: 'copy', title: '复制', about: '成功和失败都会说', Show: CopyPart },
  { name: 'dialogs', title: '对话框', about: '要人决定的，才用它', Show: DialogPart },
  { name: 'toasts', title: '短提示', about: '说一句话，不用人按', Show: ToastPart },
  { name: 'states', title: '空和出错', about: '没有内容、断网、忙、等待', Show: StatesPart },
  { name: 'notices', title: '页内提示', about: '四种轻重', Show: NoticePart },
];

const OVERLAY_MS = 2_000;

function OverlayPart() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => setOpen(false), OVERLAY_MS);
    return () => clearTimeout(timer);
  }, [open]);
  return (
    <>
      <Button onPress={() => setOpen(true)}>打开</Button>
      <LoadingPanel open={open} />
    </>
  );
}

function RegionPart() {
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <div className="elements-stack">
      <p>选了：{chosen === null ? '还没有' : regionDisplayText(chosen)}</p>
      <Button onPress={() => setOpen(true)}>打开</Button>
      <RegionPicker
        open={open}
        chosen={chosen}
        onConfirm={(code) => {
          setChosen(code);
          setOpen(false);
        }}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}

function SharePart() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>打开</Button>
      {open && <SharePanel onClose={() => setOpen(false)} />}
    </>
  );
}

function ShareTipPart() {
  const [target, setTarget] = useState<'friend' | 'moments' | null>(null);
  return (
    <div className="elements-line">
      <Button onPress={() => setTarget('friend')}>发给朋友</Button>
      <Button kind="neutral" onPress={() => setTarget('moments')}>
        发到朋友圈
      </Button>
      {target && <ShareTip target={target} onClose={() => setTarget(null)} />}
    </div>
  );
}

function AgreementPart() {
  const [first] = useProduct().documents;
  const [open, setOpen] = useState<'read' | 'must-read' | null>(null);
  if (!first) return <EmptyState title="协议还没有发布" />;
  return (
    <div className="elements-line">
      <Button onPress={() => setOpen('read')}>只看</Button>
      <Button kind="neutral" onPress={() => setOpen('must-read')}>
        读完才能继续
      </Button>
      <DocumentSheet
        pageKey={open === null ? null : first.key}
        title={first.title}
        onClose={() => setOpen(null)}
        {...(open === 'must-read' && { onRead: () => setOpen(null) })}
      />
    </div>
  );
}

function CirclePart() {
  return (
    <div className="elements-line">
      {['参保', '立即参保', '我要续保'].map((text) => (
        <CircleButton key={text} text={text} onPress={() => toast(text)} />
      ))}
      <CircleButton
        text="联系客服"
        colour="var(--c-on-primary)"
        background="var(--c-hero-2)"
        onPress={() => toast('联系客服')}
      />
    </div>
  );
}

function DatePart() {
  const today = beijingDate(useServerClock().now());
  const [day, setDay] = useState('');
  const [range, setRange] = useState<DateRange>({ from: '', to: '' });
  return (
    <div className="elements-stack">
      <Field id="element-day" label="出生日期">
        {(field) => <DateInput {...field} value={day} onChange={setDay} what="出生日期" max={today} />}
      </Field>
      <DateRangeInput id="element-range" legend="起止日期" value={range} onChange={setRange} max={today} />
    </div>
  );
}

function CopyPart() {
  return <Button onPress={() => void copyText('江苏惠民保')}>复制“江苏惠民保”</Button>;
}

function DialogPart() {
  const [said, setSaid] = useState('还没有问');
  const ask = async (cancel?: string) => {
    const yes = await confirmDialog({
      title: '温馨提示',
      body: '未登录，请重新登录',
      confirm: '去登录',
      ...(cancel !== undefined && { cancel }),
    });
    setSaid(yes ? '按了“去登录”' : '没有去');
  };
  return (
    <div className="elements-stack">
      <p>{said}</p>
      <div className="elements-line">
        <Button onPress={() => void ask('取消')}>两个按钮</Button>
        <Button kind="neutral" onPress={() => void ask()}>
          一个按钮
        </Button>
      </div>
    </div>
  );
}

function ToastPart() {
  return (
    <div className="elements-line">
      <Button onPress={() => toast('已保存', { kind: 'ok' })}>成功</Button>
      <Button kind="neutral" onPress={() => toast('没有保存，请再试一次', { kind: 'fail' })}>
        失败
      </Button>
      <Button kind="neutral" onPress={() => toast('请先选择医保所在地')}>
        一句话
      </Button>
    </div>
  );
}

function StatesPart() {
  const reload = () => toast('重新加载');
  return (
    <>
      <Section title="没有内容">
        <Card>
          <EmptyState title="还没有订单" lead="参保以后，订单会在这里" action={<Button>去参保</Button>} />
        </Card>
      </Section>
      <Section title="断网">
        <Card>
          <ErrorState kind="offline" onReload={reload} />
        </Card>
      </Section>
      <Section title="连不上、被挡住">
        <Card>
          <ErrorState kind="unreachable" onReload={reload} />
          <ErrorState kind="blocked" onReload={reload} />
        </Card>
      </Section>
      <Section title="忙">
        <Card>
          <ErrorState kind="busy" onReload={reload} />
        </Card>
      </Section>
      <Section title="等待">
        <Card>
          <Skeleton />
        </Card>
      </Section>
    </>
  );
}

function NoticePart() {
  return (
    <div className="elements-stack">
      <Notice title="说明">保障期从明年 1 月 1 日开始。</Notice>
      <Notice tone="ok" title="好了">
        已经付款。
      </Notice>
      <Notice tone="warn" title="要留意">
        今天是最后一天。
      </Notice>
      <Notice tone="err" title="没有成功">
        没有扣款，请再试一次。
      </Notice>
    </div>
  );
}
