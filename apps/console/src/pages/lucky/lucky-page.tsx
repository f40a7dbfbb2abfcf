import type { LuckyRoundViewValue } from '@huimin/contract/console';
import { oddsText } from '@huimin/domain/lucky';
import { formatYuan } from '@huimin/domain/money';
import { Alert, App, Button, Empty, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call, type Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useReturn } from '../../api/use-return.ts';
import { AddressChoice, useKnownChoice } from '../../app/filter-choice.tsx';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { RoundEditor } from './round-editor.tsx';
import './lucky.css';
import { ActButton } from '../../parts/act-button.tsx';
import { longTime, shortTime, writtenDay } from '../../parts/when.ts';

const count = (number: number) => number.toLocaleString('zh-CN');

/** Rounds of the draw: odds and stock as residents see them, and the prizes that are to be sent. */
export default function LuckyPage() {
  const { may } = useSelf();
  const { message } = App.useApp();
  const address = useAddressFilter('before');
  const { value, loading, problem, reload } = useCall('listLuckyRounds', {});
  const [doing, setDoing] = useState<'open' | 'close' | null>(null);
  const edition = address.given('edition');
  const rounds = value?.rounds.filter((one) => edition === undefined || one.edition === edition) ?? [];
  const open = rounds.find(({ code }) => code === address.given('round')) ?? rounds[0];
  useKnownChoice(
    address,
    'round',
    rounds.map(({ code }) => ({ value: code, label: code })),
  );
  const mayAsk = may('lucky.change');
  useReturn(reload, (value?.waiting.length ?? 0) > 0);
  return (
    <div className="page">
      <PageHead
        title="抽奖"
        note="机会来自看健康手册，不能以购买为条件；每人一次，奖品不超过 200 元。开轮要第二个人同意"
      >
        {mayAsk && (
          <Button icon={<Icon name="plus" size={16} />} onClick={() => setDoing('open')}>
            开一轮
          </Button>
        )}
      </PageHead>
      <LoadProblem problem={problem} onRetry={reload} />
      {value?.editions.every(({ isOffered }) => !isOffered) && (
        <Alert
          type="info"
          showIcon
          title={
            <>
              现在没有产品打开抽奖，居民看不到。要打开：<Link to="/editions">产品版本</Link> · 开关 · 抽奖
            </>
          }
        />
      )}
      {value?.waiting.map((one) => (
        <Alert
          key={one.approvalNo}
          type="warning"
          showIcon
          title={`${one.subject}，等第二个人同意`}
          description={`${one.askedBy}　${one.reason}`}
          action={<Link to="/approvals">去申请</Link>}
        />
      ))}
      <search className="filters">
        <AddressChoice
          {...{ address, name: 'edition', label: '产品版本', placeholder: '产品版本：全部' }}
          options={(value?.editions ?? []).map((one) => ({
            value: one.edition,
            label: one.isOffered ? one.name : `${one.name}（没打开）`,
          }))}
          onChange={(next) => address.set({ edition: next, round: null })}
        />
      </search>
      <section className="panel" aria-label="各轮" aria-busy={loading}>
        {value === null && problem === null && <Skeleton active style={{ padding: 14 }} />}
        {value && (
          <div className="scroll-x">
            <table className="console-table">
              <caption className="sr-only">抽奖各轮，最新的在前</caption>
              <thead>
                <tr>
                  <th scope="col">轮次</th>
                  <th scope="col">产品</th>
                  <th scope="col">起止</th>
                  <th scope="col">状态</th>
                  <th scope="col" className="right">
                    已抽
                  </th>
                  <th scope="col" className="right">
                    没抽
                  </th>
                  <th scope="col" className="right">
                    中奖
                  </th>
                  <th scope="col" className="right">
                    待领
                  </th>
                  <th scope="col" className="right">
                    待寄
                  </th>
                </tr>
              </thead>
              <tbody>
                {rounds.map((one) => (
                  <tr key={one.code} aria-selected={one === open}>
                    <td className="wrap">
                      <Button
                        type="link"
                        size="small"
                        className="row-link"
                        onClick={() => address.set({ round: one.code })}
                      >
                        {one.title}
                      </Button>
                      <span className="account num">{one.code}</span>
                    </td>
                    <td className="wrap">{one.editionName}</td>
                    <td className="num">
                      {writtenDay(one.startsAt)} 到 {longTime(one.endsAt)}
                    </td>
                    <td>
                      <Standing round={one} />
                    </td>
                    <td className="num right">{count(one.drawn)}</td>
                    <td className="num right">{count(one.chances.ready)}</td>
                    <td className="num right">{count(one.chances.won + one.chances.claimed)}</td>
                    <td className="num right">{count(one.chances.won)}</td>
                    <td className="num right">{count(one.toSend)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {value && rounds.length === 0 && (
          <Empty style={{ padding: 24 }} description="还没有开过抽奖" image={Empty.PRESENTED_IMAGE_SIMPLE} />
        )}
      </section>
      {open && (
        <div className="lucky-columns">
          <Prizes round={open} onClose={mayAsk || may('lucky.approve') ? () => setDoing('close') : null} />
          <Claims
            key={open.code}
            round={open}
            onSent={(luckyNo) => {
              message.success(`${luckyNo} 已登记寄出`);
              reload();
            }}
          />
        </div>
      )}
      {doing === 'open' && value && (
        <RoundEditor
          editions={value.editions}
          onClose={() => setDoing(null)}
          onDone={() => {
            setDoing(null);
            message.success('已提交，另一个人同意后才开');
            reload();
          }}
        />
      )}
      {doing === 'close' && open && (
        <ReasonDialog
          title={`提前结束：${open.title}`}
          okText="现在结束"
          onClose={() => setDoing(null)}
          onSend={(reason) => call('closeLuckyRound', { roundCode: open.code, reason }).then(reload)}
        >
          <p>从现在起不能再抽，没抽的机会作废；已经中的奖照样能领。随后公布种子，谁都能核对。</p>
        </ReasonDialog>
      )}
    </div>
  );
}

function Standing({ round }: { round: LuckyRoundViewValue }) {
  if (round.isOver) return <StateTag>{round.isRevealed ? '已结束，种子已公布' : '已结束'}</StateTag>;
  if (!round.isOffered) return <StateTag tone="warn">产品没打开抽奖</StateTag>;
  return round.isOpen ? <StateTag tone="success">正在抽</StateTag> : <StateTag tone="info">还没开始</StateTag>;
}

function Prizes({ round, onClose }: { round: LuckyRoundViewValue; onClose: (() => void) | null }) {
  return (
    <section className="panel" aria-label="奖品">
      <div className="panel-head">
        <h2>奖品</h2>
        <small className="lucky-terms">
          {round.organiser}　批准号 {round.approvalNo}　{round.claimDays} 天内领
        </small>
        {onClose !== null && !round.isOver && (
          <Button size="small" danger onClick={onClose}>
            提前结束
          </Button>
        )}
      </div>
      <div className="scroll-x">
        <table className="console-table">
          <caption className="sr-only">{round.title}的奖品、机会和余量</caption>
          <thead>
            <tr>
              <th scope="col">奖品</th>
              <th scope="col" className="right">
                每份值（元）
              </th>
              <th scope="col" className="right">
                机会
              </th>
              <th scope="col" className="right">
                余 / 总
              </th>
            </tr>
          </thead>
          <tbody>
            {round.prizes.map((one) => (
              <tr key={one.code}>
                <td className="wrap">{one.name}</td>
                <td className="num right">{formatYuan(one.valueFen)}</td>
                <td className="num right">{oddsText(one.oddsPpm)}</td>
                <td className="num right">
                  {count(one.left)} / {count(one.stock)} {one.unit}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="lucky-hash">
        规则哈希 <code>{round.rulesHash.slice(0, 16)}…</code>　种子哈希 <code>{round.seedHash.slice(0, 16)}…</code>
      </p>
    </section>
  );
}

const SENT = [
  { value: 'no', label: '待寄' },
  { value: 'yes', label: '已寄' },
  { value: 'all', label: '全部' },
];

function Claims({ round, onSent }: { round: LuckyRoundViewValue; onSent(luckyNo: string): void }) {
  const { may } = useSelf();
  const address = useAddressFilter('before');
  const sent = address.given('sent') === 'yes' ? 'yes' : address.given('sent') === 'all' ? undefined : 'no';
  useKnownChoice(address, 'sent', SENT);
  const { value, loading, problem, reload } = useCall('listLuckyClaims', {
    ...{ roundCode: round.code, before: address.cursor },
    ...(sent === undefined ? {} : { sent }),
  });
  const [asked, setAsked] = useState<string | null>(null);
  const [read, setRead] = useState<{ readonly luckyNo: string } & Outputs['readLuckyParcel']>();
  const mark = (luckyNo: string) =>
    call('markLuckySent', { luckyNo }).then(() => {
      reload();
      onSent(luckyNo);
    });
  return (
    <section className="panel" aria-label="领奖" aria-busy={loading}>
      <div className="panel-head">
        <h2>领奖</h2>
        <small>只有编号；看一次地址记一次，本人也查得到</small>
        <span className="space" />
        <Select
          size="small"
          style={{ width: 110 }}
          aria-label="寄了没有"
          value={sent ?? 'all'}
          options={SENT}
          onChange={(next: string) => address.set({ sent: next === 'no' ? null : next, round: round.code })}
        />
      </div>
      <LoadProblem problem={problem} onRetry={reload} />
      {value === null && problem === null && <Skeleton active style={{ padding: 14 }} />}
      {value && (
        <div className="scroll-x">
          <table className="console-table">
            <caption className="sr-only">领奖，最新的在前</caption>
            <thead>
              <tr>
                <th scope="col">编号</th>
                <th scope="col">奖品</th>
                <th scope="col">填地址</th>
                <th scope="col">寄出</th>
              </tr>
            </thead>
            <tbody>
              {value.claims.map((one) => (
                <tr key={one.luckyNo}>
                  <td className="num">{one.luckyNo}</td>
                  <td className="wrap">
                    {one.prizeName}
                    {read?.luckyNo === one.luckyNo && (
                      <address className="lucky-parcel" aria-label={`${one.luckyNo} 寄到`}>
                        {read.name}　<span className="num">{read.phone}</span>
                        <br />
                        {read.address}
                      </address>
                    )}
                  </td>
                  <td className="num">{shortTime(one.claimedAt)}</td>
                  <td className="num">
                    {one.sentAt !== null && `${shortTime(one.sentAt)}　${one.sentBy}`}
                    {one.sentAt === null && may('lucky.change') && (
                      <span className="lucky-acts">
                        {read?.luckyNo !== one.luckyNo && (
                          <Button size="small" onClick={() => setAsked(one.luckyNo)}>
                            看地址
                          </Button>
                        )}
                        <ActButton
                          size="small"
                          question={{
                            title: `${one.luckyNo} 寄出了？`,
                            content: `${one.prizeName}。本人马上看到已寄出，登记以后不能撤回。`,
                            okText: '登记已寄',
                          }}
                          onAct={() => mark(one.luckyNo)}
                        >
                          登记已寄
                        </ActButton>
                      </span>
                    )}
                    {one.sentAt === null && !may('lucky.change') && '待寄'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {value?.claims.length === 0 && (
        <Empty
          style={{ padding: 24 }}
          description={sent === undefined ? '还没有人领奖' : `没有${sent === 'yes' ? '已寄' : '待寄'}的`}
          image={Empty.PRESENTED_IMAGE_SIMPLE}
        />
      )}
      <MoreRows filter={address} next={value?.next} labels={BY_TIME} />
      {asked !== null && (
        <ReasonDialog
          title={`看收件地址：${asked}`}
          okText="看地址"
          onClose={() => setAsked(null)}
          onSend={(reason) =>
            call('readLuckyParcel', { luckyNo: asked, reason }).then((parcel) => setRead({ luckyNo: asked, ...parcel }))
          }
        >
          <p>姓名、手机号和地址只用来寄这份奖品。地址填好 90 天后自动删掉。</p>
        </ReasonDialog>
      )}
    </section>
  );
}
