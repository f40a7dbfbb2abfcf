import '../../ui/controls.css';
import './lucky.css';
import { thousandsSeparated } from '@huimin/domain/money';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useQuery } from '../../context/index.ts';
import { type RoundCheck, useRoundCheck } from '../../features/lucky/use-round-check.ts';
import { Button, Card, EmptyState, KeyValues, Notice, Page, Section, Skeleton } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';

const TITLE = '核对抽签';
const LINES_SHOWN = 100;

/** #/luckyCheck?round=…: what is published of a round, and a press that works every draw out again on this phone. */
export default function LuckyCheckPage() {
  const roundCode = useQuery().get('round') ?? '';
  const proof = useCall(calls.luckyProof, { roundCode }, { quietFailure: true });
  const [check, run] = useRoundCheck(roundCode);
  if (proof.state === 'failed') {
    return <LoadProblem title={TITLE} failure={proof.failure} onReload={proof.reload} missing={<RoundMissing />} />;
  }
  if (!proof.value) {
    return (
      <Page title={TITLE}>
        <Skeleton lines={[120, 160]} />
      </Page>
    );
  }
  const { rules, rulesHash, seedHash, seed, drawn, draws } = proof.value;
  const nameOf = (code: string | null) => rules.prizes.find((prize) => prize.code === code)?.name ?? '没有抽中';
  return (
    <Page title={TITLE} lead={`${rules.title}，共 ${thousandsSeparated(drawn)} 次`}>
      <Card>
        <KeyValues
          items={[
            { label: '种子指纹', value: <span className="lucky-hash">{seedHash}</span> },
            { label: '规则指纹', value: <span className="lucky-hash">{rulesHash}</span> },
            { label: '种子', value: seed ? <span className="lucky-hash">{seed}</span> : '这一轮结束后公布' },
          ]}
        />
        <div className="mt3">
          <Button block busy={check.state === 'busy'} onPress={() => void run()}>
            在手机上核对一遍
          </Button>
        </div>
        <Outcome check={check} />
      </Card>
      <Section title="抽签记录">
        {drawn === 0 && <p className="note">还没有人抽</p>}
        <Card flush>
          {draws.slice(0, LINES_SHOWN).map((draw) => (
            <div className="row" key={draw.position}>
              <span className="row-main">
                <span className="lucky-line">
                  <span>第 {draw.position} 次</span>
                  <span className="row-value">{nameOf(draw.prizeCode)}</span>
                </span>
                <span className="note lucky-hash">
                  代号 {draw.tag}，随机数 {draw.nonce}，号码 {draw.roll}
                </span>
              </span>
            </div>
          ))}
        </Card>
        {drawn > LINES_SHOWN && <p className="note mt2">只列前 {LINES_SHOWN} 次，核对时全部都算。</p>}
      </Section>
      <p className="note mt4">代号不是名字，只有本人在“健康小礼”里看得到自己的代号。算法是公开的，用别的工具也能算。</p>
      <div className="mt4">
        <Button kind="neutral" block href="#/lucky">
          回健康小礼
        </Button>
      </div>
    </Page>
  );
}

function RoundMissing() {
  return (
    <EmptyState
      title="没有找到这一轮抽签"
      lead="链接可能不完整，请从“健康小礼”进来"
      action={<Button href="#/lucky">去健康小礼</Button>}
    />
  );
}

function Outcome({ check }: { check: RoundCheck }) {
  if (check.state === 'idle') return null;
  return (
    <div className="mt3" role="status">
      {check.state === 'busy' && <p className="note">正在核对</p>}
      {check.state === 'no-lines' && <Notice tone="warn">{check.problem}</Notice>}
      {check.state === 'not-here' && <Notice tone="warn">这个浏览器不能核对，请换一个浏览器打开。</Notice>}
      {check.state === 'done' && check.problems.length === 0 && (
        <Notice tone="ok" title="都对得上">
          {thousandsSeparated(check.count)} 次抽签都由公布的种子算出来，没有改过，奖品没有多发。
        </Notice>
      )}
      {check.state === 'done' && check.problems.length > 0 && (
        <Notice tone="warn" title={check.problems[0]}>
          {check.problems.length > 1 ? `一共 ${check.problems.length} 处` : null}
        </Notice>
      )}
    </div>
  );
}
