import { beijingDateTime } from '@huimin/domain/date';
import { SELF_CHECKS, type SelfCheckResult, selfCheckCode } from '@huimin/domain/self-check';
import { useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useClient } from '../../api/client-context.ts';
import { useChannel, useElderMode, useProduct, useServerClock } from '../../context/index.ts';
import {
  Bar,
  Button,
  Card,
  copyText,
  Icon,
  iconAgain,
  iconCheckCircle,
  iconCopy,
  iconWarning,
  Notice,
  Page,
  Section,
  Skeleton,
} from '../../ui/index.ts';
import { channelText, type Found, isNewestPage, lookAtPhone } from './look-at-phone.ts';
import './self-check.css';

interface Result {
  readonly found: readonly Found[];
  readonly code: string;
  /** Beijing time, to the minute. */
  readonly at: string;
}

/** #/test: whether this phone can do everything, for its owner and whoever helps by phone. Nothing leaves it. */
export default function SelfCheckPage() {
  const { result, again } = useSelfCheck();
  const channel = channelText(useChannel().kind, window.navigator.userAgent);
  const copy = ({ found, code, at }: Result) =>
    copyText(
      [`自检码 ${code}`, `${at}，${channel}`, ...found.map(({ label, value }) => `${label}：${value}`)].join('\n'),
    );
  return (
    <Page
      title="手机自检"
      lead="查一查这部手机能不能顺利办事"
      bar={
        <Bar>
          <Button kind="neutral" busy={result === null} onPress={again}>
            <Icon name={iconAgain} size={20} />
            再查一次
          </Button>
          <Button disabled={result === null} onPress={() => result && void copy(result)}>
            <Icon name={iconCopy} size={20} />
            复制结果
          </Button>
        </Bar>
      }
    >
      {result ? (
        <Shown result={result} channel={channel} />
      ) : (
        <Card>
          <Skeleton lines={[24, 48, 24]} />
        </Card>
      )}
      <p className="note mt3">不查姓名、证件和通讯录。不点“复制”，结果不会离开这部手机。</p>
    </Page>
  );
}

function Shown({ result: { found, code, at }, channel }: { result: Result; channel: string }) {
  const count = found.filter(({ state }) => state !== 'ok').length;
  return (
    <>
      <Card className="self-check-code">
        <p className="small muted">把这串码念给服务人员</p>
        <p className="num" role="img" aria-label={`自检码 ${[...code].join(' ')}`}>
          {code.slice(0, 3)} {code.slice(3)}
        </p>
        <p className="note">
          {at} 查完，在{channel}里
        </p>
      </Card>
      <Notice
        tone={count > 0 ? 'warn' : 'ok'}
        title={count > 0 ? `有 ${count} 项要留意${count < found.length ? '，其他都正常' : ''}` : '都正常，可以顺利办事'}
      >
        {count > 0 && '按下面的提示处理以后，再查一次。'}
      </Notice>
      <Section title={`检查结果（${found.length} 项）`}>
        <Card flush>
          <ul>
            {found.map(({ name, state, label, value, note }) => (
              <li key={name} className="self-check-line">
                <Icon
                  name={state === 'ok' ? iconCheckCircle : iconWarning}
                  className={state === 'ok' ? 'self-check-ok' : 'self-check-warn'}
                />
                <span className="row-main">
                  <b>
                    {state !== 'ok' && <span className="sr-only">要留意：</span>}
                    {label}
                  </b>
                  <span className="note">{note}</span>
                </span>
                <span className="row-value">{value}</span>
              </li>
            ))}
          </ul>
        </Card>
      </Section>
    </>
  );
}

function useSelfCheck(): { result: Result | null; again: () => void } {
  const client = useClient();
  const serverClock = useServerClock();
  const product = useProduct();
  const channel = useChannel().kind;
  const elder = useElderMode();
  const [round, setRound] = useState(0);
  const [result, setResult] = useState<Result | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and when it is asked for again
  useEffect(() => {
    let current = true;
    const look = async () => {
      const began = performance.now();
      const reply = await client.call(calls.isProjectEnd, {}, { overlay: false, quietFailure: true }).catch(() => null);
      const answerMs = reply === null ? null : performance.now() - began;
      const isNewest = await isNewestPage(window);
      if (!current) return;
      // Server minus phone: a phone that is ahead has a negative one.
      const aheadMs = reply === null ? null : -serverClock.offsetMs();
      const found = lookAtPhone({ measured: { answerMs, aheadMs, isNewest }, product, channel, elder, window });
      setResult(resultOf(found, channel, serverClock.now()));
    };
    setResult(null);
    void look();
    return () => {
      current = false;
    };
  }, [round, elder]);
  return { result, again: () => setRound((before) => before + 1) };
}

function resultOf(found: readonly Found[], channel: SelfCheckResult['channel'], nowMs: number): Result {
  const at = beijingDateTime(nowMs).slice(0, 16).replace(/-/g, '.');
  const stateOf = (name: Found['name']) => found.find((one) => one.name === name)?.state ?? 'unknown';
  const states = Object.fromEntries(SELF_CHECKS.map((name) => [name, stateOf(name)])) as SelfCheckResult['states'];
  return { found, at, code: selfCheckCode({ channel, states, day: Number(at.slice(8, 10)) }) };
}
