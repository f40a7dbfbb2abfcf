import '../../ui/controls.css';
import './phone.css';
import type { InputOf, OutputOf } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { CodeField } from '../../features/account/code-field.tsx';
import { codeProblem } from '../../features/account/code-problem.ts';
import { useCodeSending } from '../../features/account/use-code-sending.ts';
import {
  Button,
  Card,
  confirmDialog,
  Field,
  goToField,
  KeyValues,
  Notice,
  Page,
  RadioChips,
  Row,
  Section,
  Skeleton,
  Tag,
  TextInput,
  toast,
} from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { NotHeld, OwnCopySheet } from './own-copy.tsx';
import type { OwnCopy } from './own-copy-text.ts';

type OwnData = OutputOf<typeof import('@huimin/contract').calls.showOwnData>;
type Right = InputOf<typeof import('@huimin/contract').calls.askRight>['right'];
type Want = Right | 'copy';

const RIGHTS: Readonly<Record<Right, string>> = {
  correct: '改正信息',
  restrict: '停止使用',
  erase: '删除信息',
  consent: '撤回同意',
};
const WANTS: readonly { value: Want; label: string }[] = [
  { value: 'copy', label: '要一份' },
  { value: 'correct', label: '改正' },
  { value: 'restrict', label: '停止使用' },
  { value: 'erase', label: '删除' },
  { value: 'consent', label: '撤回同意' },
];

/** #/ownData: what is held about me, who looked, and what I may ask for. */
export default function OwnDataPage() {
  const data = useCall(calls.showOwnData, {}, { overlay: false, quietFailure: true });
  if (data.failure && !data.value) {
    return <LoadProblem title="我的个人信息" failure={data.failure} onReload={data.reload} />;
  }
  return (
    <Page title="我的个人信息" lead="我们存了什么、谁看过，您可以要求什么">
      {data.value ? (
        <Loaded data={data.value} onChanged={data.reload} />
      ) : (
        <Card>
          <Skeleton lines={[44, 44, 44]} />
        </Card>
      )}
    </Page>
  );
}

function Loaded({ data, onChanged }: { data: OwnData; onChanged: () => void }) {
  const { held, keptUntil, looks, requests } = data;
  const none = held.filter(({ count }) => count === 0).map(({ what }) => what);
  const [withdraw] = useAction(calls.withdrawRight);
  const takeBack = async (right: Right) => {
    const sure = await confirmDialog({
      title: `撤回“${RIGHTS[right]}”的申请？`,
      body: '撤回后可以再申请',
      confirm: '撤回',
      cancel: '不撤回',
    });
    if (!sure) return;
    const reply = await withdraw({ right });
    if (!reply.ok) return;
    toast('已撤回', { kind: 'ok' });
    onChanged();
  };
  return (
    <>
      <Section title="我们存了什么">
        <Card>
          <KeyValues
            items={held
              .filter(({ count }) => count > 0)
              .map(({ what, count, why }) => ({ label: what, value: `${count} 项，用于${why}` }))}
          />
          <NotHeld kinds={none} />
        </Card>
        {keptUntil && (
          <Notice>
            保险合同、付款和销售记录要依法保存到 {keptUntil.replace(/-/g, '.')}
            。在这之前要求删除的，改为只存不用，到期销毁。消息、预约、联系信息和没有参保过的家人可以马上删除。
          </Notice>
        )}
      </Section>
      {requests.length > 0 && (
        <Section title="我的申请">
          <Card flush>
            {requests.map((request) => (
              <div className="device-row" key={`${request.right} ${request.askedAt}`}>
                <span className="device-text">
                  {RIGHTS[request.right]} <Tag tone={request.open ? 'warn' : 'neutral'}>{request.statusLabel}</Tag>
                  <span className="note">{request.answer ?? (request.open ? `${request.dueAt} 前答复` : '')}</span>
                </span>
                {request.open && (
                  <Button
                    kind="neutral"
                    small
                    label={`撤回${RIGHTS[request.right]}的申请`}
                    onPress={() => void takeBack(request.right)}
                  >
                    撤回
                  </Button>
                )}
              </div>
            ))}
          </Card>
        </Section>
      )}
      <Section title="我要">
        <Ask onDone={onChanged} />
      </Section>
      <Section title="也可以自己办">
        <Card flush>
          <Row label="改参保信息" note="姓名、证件、手机号、医保所在地" href="#/mysure" />
          <Row label="关闭自动扣费" href="#/withhold" />
          <Row label="登录记录" href="#/loginHistory" />
        </Card>
      </Section>
      <Section title="谁看过我的信息">
        <Card flush>
          {looks.length === 0 && (
            <div className="device-row">
              <span className="device-text">最近半年没有工作人员看过</span>
            </div>
          )}
          {looks.map((look, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two looks may read the same
            <div className="device-row" key={index}>
              <span className="device-text">
                {look.who}，{look.what}
                <span className="note num">
                  {formatDateTime(look.at)}
                  {look.why && ` · ${look.why}`}
                </span>
              </span>
            </div>
          ))}
        </Card>
      </Section>
    </>
  );
}

const CODE = 'own-data-code';
const WORDS = 'own-data-words';

function Ask({ onDone }: { onDone: () => void }) {
  const [want, setWant] = useState<Want>('copy');
  const [words, setWords] = useState('');
  const [code, setCode] = useState('');
  const [wordsProblem, setWordsProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [ownCopy, setOwnCopy] = useState<OwnCopy | null>(null);
  const [sendCode] = useAction(calls.sendOwnDataCode, { quietFailure: true });
  const [ask, asking] = useAction(calls.askRight, { quietFailure: true });
  const [copy, copying] = useAction(calls.exportOwnData, { quietFailure: true });
  const sending = useCodeSending('own');
  const send = async () => {
    const reply = await sendCode({});
    setProblem(sending.note(reply));
    if (reply.ok) goToField(CODE);
  };
  const go = async () => {
    if (want !== 'copy' && words.trim().length < 2) {
      setWordsProblem('请写清楚要求，至少 2 个字');
      return goToField(WORDS);
    }
    const wrong = codeProblem(code);
    if (wrong) {
      setProblem(wrong);
      return goToField(CODE);
    }
    const reply = want === 'copy' ? await copy({ code }) : await ask({ right: want, words: words.trim(), code });
    if (!reply.ok) {
      setProblem(reply.name === 'no-reply' ? noReplyText(reply) : reply.message);
      return goToField(CODE);
    }
    setCode('');
    setWords('');
    if ('page' in reply.value) {
      setOwnCopy(reply.value);
    } else {
      toast('已提交，15 个工作日内答复', { kind: 'ok' });
      onDone();
    }
  };
  return (
    <>
      <Card flush>
        <RadioChips name="own-data-want" legend="要什么" columns={3} options={WANTS} value={want} onChange={setWant} />
        {want !== 'copy' && (
          <Field id={WORDS} label="具体要求" error={wordsProblem}>
            {(field) => (
              <TextInput
                {...field}
                maxLength={300}
                value={words}
                onChange={(text: string) => {
                  setWords(text);
                  setWordsProblem(null);
                }}
              />
            )}
          </Field>
        )}
        <CodeField
          id={CODE}
          label="验证码"
          hint="发到登录的手机号，确认是您本人"
          error={problem}
          value={code}
          onChange={(value) => {
            setCode(value);
            setProblem(null);
          }}
          onSend={() => void send()}
          sending={sending}
        />
      </Card>
      <div className="mt3">
        <Button block busy={asking.busy || copying.busy} onPress={() => void go()}>
          {want === 'copy' ? '查看和保存' : '提交申请'}
        </Button>
      </div>
      <OwnCopySheet copy={ownCopy} onClose={() => setOwnCopy(null)} />
    </>
  );
}
