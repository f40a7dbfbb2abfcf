import '../../ui/bullet.css';
import '../../ui/controls.css';
import './lucky.css';
import type { LuckyChanceValue, LuckyRoundValue } from '@huimin/contract';
import { ODDS_WHOLE, oddsText } from '@huimin/domain/lucky';
import { saidYuan, thousandsSeparated } from '@huimin/domain/money';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { newClientKey } from '../../api/new-client-key.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useProduct } from '../../context/index.ts';
import {
  Bar,
  Button,
  Card,
  EmptyState,
  FormProblem,
  Icon,
  IconTile,
  iconGift,
  KeyValues,
  Page,
  PhoneLink,
  Section,
  Skeleton,
} from '../../ui/index.ts';
import { LoadProblem, LogInButton } from '../pay/load-problem.tsx';
import { ClaimForm } from './claim-form.tsx';

const TITLE = '健康小礼';
const ACTION_WORDS = { 'health-manual': '看完《健康服务手册》' } as const;

/** #/lucky: one draw for each person, for nothing; odds and stock shown, and everything to check it by. */
export default function LuckyPage() {
  const { editionCode } = useProduct();
  const lucky = useCall(calls.luckyRound, { productId: editionCode }, { quietFailure: true });
  const profile = useCall(calls.profile, {}, { overlay: false, quietFailure: true, forEverybody: true });
  const [drawn, setDrawn] = useState<LuckyChanceValue | null>(null);
  if (lucky.state === 'failed') {
    if ('name' in lucky.failure && lucky.failure.name === 'switched-off') return <NothingOn />;
    return <LoadProblem title={TITLE} failure={lucky.failure} onReload={lucky.reload} />;
  }
  if (!lucky.value) {
    return (
      <Page title={TITLE}>
        <Skeleton lines={[160, 200, 120]} />
      </Page>
    );
  }
  const { round } = lucky.value;
  const chance = drawn ?? lucky.value.chance;
  const reload = () => {
    setDrawn(null);
    lucky.reload();
  };
  const take = (result: LuckyChanceValue) => {
    setDrawn(result);
    // What is left is another figure now.
    lucky.reload();
  };
  const loggedIn = profile.state !== 'failed' && profile.value !== null;
  return <Draw round={round} chance={chance} loggedIn={loggedIn} onDrawn={take} onReload={reload} />;
}

function NothingOn() {
  return (
    <Page title={TITLE}>
      <EmptyState
        title="现在没有抽签活动"
        lead="健康服务手册照常可以看"
        action={<Button href="#/lsjsfwsc">看健康服务手册</Button>}
      />
    </Page>
  );
}

type DrawProps = {
  round: LuckyRoundValue;
  chance: LuckyChanceValue | null;
  loggedIn: boolean;
  onDrawn: (chance: LuckyChanceValue) => void;
  onReload: () => void;
};

function Draw({ round, chance, loggedIn, onDrawn, onReload }: DrawProps) {
  const { tel } = useProduct();
  const [draw, drawing] = useAction(calls.drawLucky, { quietFailure: true });
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    setProblem(null);
    // Made on this phone after the seed was fixed; kept by the server with the result.
    const reply = await draw({ roundCode: round.code, nonce: newClientKey() });
    if (reply.ok) return onDrawn(reply.value);
    setProblem(failureText(reply, '', '不会多抽，结果只有一个'));
  };
  const canDraw = round.isOpen && chance?.status === 'ready';
  return (
    <Page
      title={round.title}
      lead="买不买保险都能参加，结果也一样"
      bar={
        canDraw && (
          <Bar>
            <Button kind="neutral" href="#/myAccount">
              不参加
            </Button>
            <Button busy={drawing.busy} onPress={() => void press()}>
              抽一次
            </Button>
          </Bar>
        )
      }
    >
      <section className="card lucky-chance" aria-live="polite">
        <IconTile tone="neutral">
          <Icon name={iconGift} size={30} />
        </IconTile>
        <Chance round={round} chance={chance} loggedIn={loggedIn} />
      </section>
      <FormProblem problem={problem} />
      {chance?.status === 'won' && <ClaimForm roundCode={round.code} onClaimed={onDrawn} />}
      <Prizes round={round} />
      <Section title="说明">
        <Card>
          <ul className="lucky-rules">
            <li className="bullet">不用付钱，不用参保，不用拉人。每人一次</li>
            <li className="bullet">
              <span className="num">{round.startsAt}</span> 到 <span className="num">{round.endsAt}</span>
            </li>
            <li className="bullet">抽中后 {round.claimDays} 天内填地址，过期作废</li>
            <li className="bullet">
              由{round.organiser}举办，批准号 <span className="nowrap">{round.approvalNo}</span>
            </li>
            <li className="bullet">奖品发完，再抽到它算没有抽中</li>
            <li className="bullet">
              抽签记录可以查，有疑问打 <PhoneLink tel={tel} className="inline-link num" />
            </li>
          </ul>
        </Card>
      </Section>
      <Proof round={round} chance={chance} />
      {!canDraw && (
        <div className="mt4">
          <Button kind="neutral" block onPress={onReload}>
            看最新的数
          </Button>
        </div>
      )}
    </Page>
  );
}

type ChanceProps = Pick<DrawProps, 'round' | 'chance' | 'loggedIn'>;

function Chance({ round, chance, loggedIn }: ChanceProps) {
  if (!chance) return <HowToEarn round={round} loggedIn={loggedIn} />;
  const from = `来自${ACTION_WORDS[chance.action]}`;
  const prize = chance.prizeName ?? '';
  const words = {
    ready: ['您有 1 次机会', `${from}。没抽中也不影响任何服务`],
    lost: ['这次没有抽中', '不影响任何服务，谢谢您看完'],
    won: [`抽中了：${prize}`, `请在 ${chance.claimUntil} 前填收件地址，过期作废`],
    claimed: [`已领：${prize}`, chance.isSent ? '已经寄出，请留意收件' : '地址收到了，会寄到您填的地方'],
    expired: ['机会过期了', prize ? `没有在期限内领${prize}` : '这一轮已经结束，没有抽'],
  } as const;
  const [title, lead] = words[chance.status];
  return (
    <>
      <h2>{title}</h2>
      <p>{lead}</p>
    </>
  );
}

function HowToEarn({ round, loggedIn }: Pick<DrawProps, 'round' | 'loggedIn'>) {
  if (!round.isOpen) {
    return (
      <>
        <h2>这一轮已经结束</h2>
        <p>种子公布后，谁都可以核对每一次抽签</p>
      </>
    );
  }
  return (
    <>
      <h2>还没有机会</h2>
      <p>
        {loggedIn ? `${round.actions.map((one) => ACTION_WORDS[one]).join('，或者')}，就有一次` : '先登录，每人一次'}
      </p>
      <div className="mt4">{loggedIn ? <Button href="#/lsjsfwsc">去看《健康服务手册》</Button> : <LogInButton />}</div>
    </>
  );
}

function Prizes({ round }: { round: LuckyRoundValue }) {
  const lost = ODDS_WHOLE - round.prizes.reduce((sum, { oddsPpm, left }) => sum + (left > 0 ? oddsPpm : 0), 0);
  return (
    <Section title="奖品和机会" action={<span className="note num">{round.readAt} 的数</span>}>
      <Card className="lucky-table">
        <table className="lucky-prizes">
          <thead>
            <tr>
              <th scope="col">奖品</th>
              <th scope="col">剩下</th>
              <th scope="col">抽中机会</th>
            </tr>
          </thead>
          <tbody>
            {round.prizes.map(({ code, name, unit, valueFen, stock, left, oddsPpm }) => (
              <tr key={code}>
                <th scope="row">
                  {name}
                  <small>价值 {saidYuan(valueFen)} 元</small>
                </th>
                <td className="num">
                  {thousandsSeparated(left)} / {thousandsSeparated(stock)} {unit}
                </td>
                <td className="num">{left > 0 ? oddsText(oddsPpm) : '发完了'}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">没有抽中</th>
              <td />
              <td className="num">{oddsText(lost)}</td>
            </tr>
          </tbody>
        </table>
      </Card>
    </Section>
  );
}

/** What the draw can be checked by, before and after. */
function Proof({ round, chance }: Pick<DrawProps, 'round' | 'chance'>) {
  return (
    <Section title="怎么保证公平">
      <Card>
        <p className="small muted">
          开始前，抽签用的种子已经定好，指纹公布在这里。您按的时候，手机再给一个随机数，结果由两样一起算出来，谁也改不了。结束后公布种子，谁都能核对。
        </p>
        <div className="mt3">
          <KeyValues
            items={[
              { label: '种子指纹', value: <span className="lucky-hash">{round.seedHash}</span> },
              { label: '规则指纹', value: <span className="lucky-hash">{round.rulesHash}</span> },
              { label: '已抽', value: `${thousandsSeparated(round.drawn)} 次`, num: true },
              { label: '我是第', value: chance?.position ? `${chance.position} 个` : null, num: true },
              { label: '我的代号', value: chance ? <span className="lucky-hash">{chance.tag}</span> : null },
              {
                label: '我的随机数',
                value: chance?.nonce ? <span className="lucky-hash">{chance.nonce}</span> : null,
              },
              {
                label: '我的记录指纹',
                value: chance?.lineHash ? <span className="lucky-hash">{chance.lineHash}</span> : null,
              },
            ]}
          />
        </div>
        <div className="mt3">
          <Button kind="neutral" small block href={`#/luckyCheck?round=${encodeURIComponent(round.code)}`}>
            {round.isRevealed ? '自己核对一遍' : '看抽签记录'}
          </Button>
        </div>
      </Card>
    </Section>
  );
}
