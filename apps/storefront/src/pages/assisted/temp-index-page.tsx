import '../../ui/form.css';
import '../../ui/controls.css';
import './assisted.css';
import type { AssistanceDeskValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { type ReactNode, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useLookAgain } from '../../api/use-look-again.ts';
import { useProduct } from '../../context/index.ts';
import {
  Bar,
  Button,
  Card,
  confirmDialog,
  EmptyState,
  FirstLine,
  Icon,
  iconAgain,
  iconCheckCircle,
  iconCrossCircle,
  iconInfo,
  iconPhone,
  Monogram,
  Notice,
  Page,
  Section,
  Skeleton,
  Tag,
  telHref,
  WholeNumber,
} from '../../ui/index.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';
import { PreparePeople } from './prepare-people.tsx';
import { QrCode } from './qr-code.tsx';
import { useLoginFirst } from './use-login-first.ts';

const TITLE = '网点协助';
/** The resident's steps show within this time. */
const LOOK_AGAIN_MS = 3_000;

/** #/temp-index: the counter's screen. Staff fill in; reading, confirming and paying are the resident's. */
export default function TempIndexPage() {
  return useLoginFirst() ? <Desk /> : null;
}

function Desk() {
  const product = useProduct();
  const desk = useCall(calls.assistanceDesk, {}, { quietFailure: true, overlay: false });
  const { value, failure, reload } = desk;
  const [open, opening] = useAction(calls.openAssistance, { quietFailure: true });
  const [end, ending] = useAction(calls.endAssistance, { quietFailure: true });
  const [problem, setProblem] = useState<string | null>(null);
  const current = value?.current ?? null;
  useLookAgain(desk, { when: current !== null, everyMs: LOOK_AGAIN_MS });

  if (!value && failure) return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
  if (!value) {
    return (
      <Page title={TITLE}>
        <Skeleton lines={[168, 44, 22, 22]} />
      </Page>
    );
  }
  if (!value.staff) {
    return (
      <Page title={TITLE}>
        <EmptyState
          title="这个手机号没有登记为网点工作人员"
          lead="请联系所在机构登记，再用登记的手机号登录"
          action={<Button href="#/temp-login">返回</Button>}
        />
      </Page>
    );
  }
  const start = async () => {
    setProblem(null);
    const reply = await open({ productId: product.editionCode });
    if (!reply.ok) return setProblem(failureText(reply));
    reload();
  };
  const stop = async () => {
    if (!current) return;
    const yes = await confirmDialog({
      title: '结束这次协助',
      body: '居民还没有确认，填好的信息会清掉。要接着办，得换一个码',
      confirm: '结束',
      cancel: '再等等',
    });
    if (!yes) return;
    const reply = await end({ assistanceNo: current.assistanceNo });
    if (!reply.ok && reply.name === 'no-reply') return setProblem(failureText(reply, '没有结束'));
    reload();
  };
  const isOpen = current !== null && current.status !== 'ordered';
  return (
    <Page
      title={TITLE}
      lead={current?.code ? '请居民用自己的手机扫码' : '帮居民讲解、填写，由居民自己确认和付款'}
      bar={
        <Bar
          tip={problem}
          icons={
            <a className="bar-icon" href={telHref(product.tel)}>
              <Icon name={iconPhone} size={22} />
              支持
            </a>
          }
        >
          {isOpen ? (
            <Button key="end" kind="neutral" busy={ending.busy} onPress={() => void stop()}>
              结束这次协助
            </Button>
          ) : (
            <Button key="open" busy={opening.busy} onPress={() => void start()}>
              {current ? '帮下一位居民' : '开一个协助码'}
            </Button>
          )}
        </Bar>
      }
    >
      {current?.code && <CodeCard code={current.code} onRenew={() => void start()} />}
      <Card className="mt3">
        <div className="assist-person">
          <Monogram name={value.staff.name} />
          <div>
            <p>
              <b data-pii>{value.staff.name}</b> <Tag>工号 {value.staff.staffNo}</Tag>
            </p>
            <p className="note">{value.staff.outletName}</p>
          </div>
        </div>
      </Card>
      {current && (current.status === 'joined' || current.status === 'prepared') && (
        <PreparePeople key={current.assistanceNo} assistance={current} onSent={reload} />
      )}
      {current && (
        <Section title="居民那边到哪了">
          <Card>
            <Timeline steps={current.steps.map(stepOf)} />
          </Card>
        </Section>
      )}
      {failure && value && <Notice tone="warn">刚才没有连上，正在重试。上面是最近一次的进度</Notice>}
      <Rules />
    </Page>
  );
}

function stepOf({ state, title, text }: AssistanceDeskValue['steps'][number]) {
  const [when, phone] = text?.split(/\s(?=手机)/) ?? [];
  return {
    state: state === 'todo' ? ('next' as const) : state,
    title,
    when: phone ? (
      <>
        {when} <WholeNumber>{phone}</WholeNumber>
      </>
    ) : (
      when
    ),
  };
}

function CodeCard({ code, onRenew }: { code: NonNullable<AssistanceDeskValue['code']>; onRenew: () => void }) {
  const { digits } = code;
  return (
    <Card className="assist-code">
      <QrCode rows={code.qr} label="居民扫的二维码" />
      <p className="note">扫不了，就在自己手机上输这 6 位</p>
      <p className="assist-digits num">
        <span className="sr-only">协助码 {[...digits].join(' ')}</span>
        <span aria-hidden="true">
          {digits.slice(0, 3)} {digits.slice(3)}
        </span>
      </p>
      <p className="note num">{formatDateTime(code.expiresAtMs).slice(11, 16)} 前有效，一位居民用一次</p>
      <Button kind="text" small onPress={onRenew}>
        <Icon name={iconAgain} size={20} />
        换一个码
      </Button>
    </Card>
  );
}

function Rules() {
  const rule = (className: string, icon: typeof iconInfo, text: ReactNode) => (
    <li className={`assist-rule ${className}`}>
      <FirstLine>
        <Icon name={icon} size={20} />
      </FirstLine>
      {text}
    </li>
  );
  return (
    <Card className="mt3">
      <ul>
        {rule('assist-may', iconCheckCircle, '可以讲解、帮忙填写')}
        {rule('assist-may-not', iconCrossCircle, '不能替居民勾选和确认')}
        {rule('assist-may-not', iconCrossCircle, '不能替居民付款')}
        {rule('assist-told', iconInfo, '谁做了哪一步，都有记录')}
      </ul>
    </Card>
  );
}
