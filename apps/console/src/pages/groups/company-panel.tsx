import type { DeskGroupValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Alert, App, Button, Progress, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { call, fileAddress } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useCrumb } from '../../app/crumb.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { useSelf } from '../../app/self.tsx';
import { PickTable } from '../../parts/pick-table.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { dottedDays, shortTime, writtenDay } from '../../parts/when.ts';
import { CompanyMoney } from './company-money.tsx';
import { CompanySteps } from './company-steps.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { billable, peopleLeft, peopleListed } from './roster-parts.ts';
import { RosterRows } from './roster-rows.tsx';

type Step = 'contact' | 'take-over' | 'open-roster' | 'remind' | 'bill' | 'withdraw-bill' | 'stop-bill' | 'close';

/** `label`: what has to be written for it; without one it is only asked whether. */
const STEPS: Readonly<Record<Step, { title: string; ok: string; label?: string; done: string }>> = {
  contact: { title: '记跟进', ok: '记下', label: '谈了什么', done: '已记下' },
  'take-over': { title: '我来跟进', ok: '接手', done: '已由您跟进' },
  'open-roster': { title: '开始收名单', ok: '开始收', done: '已开始收名单，联系人会收到短信' },
  remind: { title: '催确认短信', ok: '发短信', done: '已催' },
  bill: { title: '出账单', ok: '出账单', done: '账单已出，联系人会收到短信' },
  'withdraw-bill': { title: '撤回账单', ok: '撤回', label: '原因', done: '账单已撤回' },
  'stop-bill': { title: '停这张账单', ok: '停', label: '原因', done: '账单已停，没参保的人可以重新出账单' },
  close: { title: '关闭', ok: '关闭', label: '原因', done: '已关闭' },
};

const READ_AGAIN_MS = 1_500;

/** One company: where it stands, its list, its bill and its money. */
export function CompanyPanel({ groupNo, onChanged }: { groupNo: string; onChanged(): void }) {
  const { message } = App.useApp();
  const navigate = useNavigate();
  const { value, loading, problem, isUnknown, reload } = useCall('showCompanyGroup', { groupNo });
  const [step, setStep] = useState<Step | null>(null);
  const [isChangingContact, setChangingContact] = useState(false);
  const { refresh } = useSelf();
  useCrumb(value?.companyName);
  const isReading = value?.file?.state === 'waiting' || value?.file?.state === 'reading';
  useEffect(() => {
    if (!isReading || loading) return;
    const timer = setTimeout(reload, READ_AGAIN_MS);
    return () => clearTimeout(timer);
  }, [isReading, loading, reload]);
  const changed = () => {
    reload();
    onChanged();
    refresh();
  };
  const send = async (note: string) => {
    if (step === null) return;
    const written = note === '' ? {} : { note };
    const { people } = await call('moveCompanyGroup', {
      ...{ groupNo, ...written },
      // What a bill needs is one step: an open one is taken back, a paid one stopped.
      step: step === 'stop-bill' ? 'withdraw-bill' : step,
      ...(step === 'take-over' && { formerManager: value?.manager?.staffNo ?? null }),
    });
    message.success(people === null ? STEPS[step].done : `${STEPS[step].done}：${people} 人`);
    changed();
  };
  return (
    <div className="company-main">
      <LoadProblem {...{ problem, isUnknown }} onRetry={reload} onLeave={() => navigate('/groups')} />
      {value === null && loading && <Skeleton active />}
      {value && (
        <>
          <Head group={value} onStep={setStep} onContact={() => setChangingContact(true)} />
          <Roster group={value} onStep={setStep} onChanged={changed} />
          <CompanyMoney group={value} onChanged={changed} />
          <History group={value} />
        </>
      )}
      {isChangingContact && value && (
        <ContactDialog
          groupNo={groupNo}
          former={{ contactMasked: value.contactMasked, phoneMasked: value.phoneMasked }}
          onClose={() => setChangingContact(false)}
          onDone={() => {
            setChangingContact(false);
            message.success('联系人已换');
            changed();
          }}
        />
      )}
      {step && (
        <ReasonDialog
          title={STEPS[step].title}
          okText={STEPS[step].ok}
          {...(STEPS[step].label === undefined ? { isAsked: false, least: 0 } : { label: STEPS[step].label, least: 2 })}
          onSend={send}
          onClose={() => setStep(null)}
        >
          {value && STEPS[step].label === undefined && <p className="dialog-lead">{whatHappens(step, value)}</p>}
        </ReasonDialog>
      )}
    </div>
  );
}

/** What a step does, before it is done. */
function whatHappens(step: Step, group: DeskGroupValue): string {
  const { counts, unitFen, manager } = group;
  switch (step) {
    case 'take-over':
      return manager ? `现在由 ${manager.name} 跟进，接手后由您跟进。` : '接手后由您跟进。';
    case 'open-roster':
      return '联系人会收到短信，可以在手机上交名单；您也可以在这里导入。';
    case 'remind':
      return `给还没有确认的 ${counts.waiting} 人再发一次短信，21:00 到 8:00 不发。`;
    default:
      return `给本人确认了的 ${billable(group)} 人出账单，${formatYuan(billable(group) * unitFen)} 元。`;
  }
}

interface PartProps {
  readonly group: DeskGroupValue;
  onStep(step: Step): void;
}

function Head({ group, onStep, onContact }: PartProps & { onContact(): void }) {
  const { may, self } = useSelf();
  return (
    <section className="panel" aria-label={group.companyName}>
      <div className="company-top">
        <div className="company-words">
          <h2>{group.companyName}</h2>
          <p className="num">
            统一社会信用代码 {group.creditCodeMasked}（校验通过）　{group.regionText}　联系人 {group.contactMasked}
            {'　'}
            {group.phoneMasked}
          </p>
          {group.remark !== '' && <p>备注：{group.remark}</p>}
          <p>
            {group.groupNo}　客户经理 {group.manager?.name ?? '未分配'}
          </p>
        </div>
        {may('groups.handle') && group.status !== 'closed' && (
          <>
            {group.manager?.staffNo !== self.account && <Button onClick={() => onStep('take-over')}>我来跟进</Button>}
            <Button onClick={() => onStep('contact')}>记跟进</Button>
            <Button onClick={onContact}>换联系人</Button>
            {(group.status === 'contacted' || group.status === 'completed') && (
              <Button onClick={() => onStep('open-roster')}>开始收名单</Button>
            )}
            {group.can.close && <Button onClick={() => onStep('close')}>关闭</Button>}
          </>
        )}
      </div>
      <CompanySteps group={group} />
    </section>
  );
}

const FILE_STATES = { waiting: '等待读取', reading: '正在读取', done: '读完', refused: '没有读成' } as const;

function Roster({ group, onStep, onChanged }: PartProps & { onChanged(): void }) {
  const { may } = useSelf();
  const { file, counts } = group;
  const asked = counts.waiting + counts.confirmed + counts.declined + counts.billed + counts.insured;
  const agreed = counts.confirmed + counts.insured;
  const toBill = billable(group);
  const mayBill = toBill > 0 && agreed >= group.fewestPeople;
  const answered = counts.confirmed + counts.billed + counts.insured;
  const link = (which: 'template' | 'problems' | 'report') =>
    fileAddress('downloadGroupFile', { groupNo: group.groupNo, which });
  return (
    <section className="panel" aria-label="名单">
      <div className="panel-head">
        <h2>名单 {file?.fileName ?? ''}</h2>
        <small className="num">
          {file === null && '还没有名单'}
          {file && `${file.state === 'refused' ? '' : `${file.rowsRead} 行，`}${shortTime(file.givenAt)} 交来`}
          {file && `，${FILE_STATES[file.state]}`}
          {group.rosterUntil !== null && `，${writtenDay(group.rosterUntil)} 截止`}
        </small>
        <span className="space" />
        <span className="filters-group">
          <Button size="small" href={link('template')}>
            名单模板
          </Button>
          {may('groups.handle') && group.can.upload && <TakeFile group={group} onChanged={onChanged} />}
          {(file?.rowsBad ?? 0) > 0 && (
            <Button size="small" href={link('problems')}>
              下载错误表
            </Button>
          )}
          {asked > 0 && (
            <Button size="small" href={link('report')}>
              下载参保情况
            </Button>
          )}
        </span>
      </div>
      {group.standing.map(({ text, people }) => (
        <Alert key={text} type="warning" showIcon title={`${text}。${people} 人先不出账单`} style={{ margin: 12 }} />
      ))}
      {file?.problem && <Alert type="error" showIcon title={file.problem} style={{ margin: 12 }} />}
      {file && (file.state !== 'refused' || asked > 0) && (
        <>
          <div className="roster-figures">
            <div>
              <span>通过</span>
              <b className="figure-good">{peopleListed(counts)}</b>
            </div>
            <div>
              <span>要改</span>
              <b className={file.rowsBad > 0 ? 'figure-bad' : ''}>{file.rowsBad}</b>
            </div>
            <div>
              <span>本人不参加</span>
              <b>{counts.declined}</b>
            </div>
            {peopleLeft(counts) > 0 && (
              <div>
                <span>已离开</span>
                <b>{peopleLeft(counts)}</b>
              </div>
            )}
            <div className="roster-answers">
              <span>员工本人确认</span>
              <b>
                {answered} / {asked}
              </b>
              <Progress
                percent={asked === 0 ? 0 : Math.round((answered * 100) / asked)}
                showInfo={false}
                size="small"
                strokeColor="var(--c-success)"
                aria-label="员工本人确认"
              />
            </div>
            <div>
              <span>
                {group.bill ? '账单' : '可出账单'}（{group.bill?.people ?? toBill} 人 ×{' '}
                {formatYuan(group.bill?.unitFen ?? group.unitFen)}）
              </span>
              <b className="figure-sum">{formatYuan(group.bill?.amountFen ?? toBill * group.unitFen)}</b>
            </div>
          </div>
          {file.state === 'done' || file.state === 'refused' ? (
            <RosterRows group={group} onChanged={onChanged} />
          ) : (
            <p style={{ padding: 16 }} role="status">
              已读 {file.rowsRead} 行，通过 {file.rowsGood} 行，要改 {file.rowsBad} 行。可以离开这一页，读完为止。
            </p>
          )}
        </>
      )}
      {may('groups.handle') && group.status === 'collecting' && file?.state === 'done' && (
        <div className="company-foot">
          <p>
            {file.rowsBad > 0 && `还有 ${file.rowsBad} 行要改。`}
            {counts.waiting > 0 && `${counts.waiting} 人没确认。`}
            {agreed > 0 &&
              agreed < group.fewestPeople &&
              `${group.fewestPeople} 人起，还差 ${group.fewestPeople - agreed} 人确认。`}
            {mayBill && `可先给本人确认了的 ${toBill} 人出账单。`}
          </p>
          <Button disabled={!group.can.remind} onClick={() => onStep('remind')}>
            催确认短信（{counts.waiting}）
          </Button>
          <Button type="primary" disabled={!mayBill} onClick={() => onStep('bill')}>
            给 {toBill} 人出账单 {formatYuan(toBill * group.unitFen)}
          </Button>
        </div>
      )}
      {may('groups.handle') && group.bill?.state === 'open' && (
        <div className="company-foot">
          <p>
            账单 {group.bill.reference}，{writtenDay(group.bill.dueOn)} 前转账，还差 {formatYuan(group.bill.shortFen)}{' '}
            元
          </p>
          <Button onClick={() => onStep('withdraw-bill')}>撤回账单</Button>
        </div>
      )}
      {may('groups.handle') && group.bill?.state === 'paid' && group.bill.unitFen !== group.unitFen && (
        <div className="company-foot">
          <p>
            账单单价 {formatYuan(group.bill.unitFen)} 元，产品现在 {formatYuan(group.unitFen)}{' '}
            元：还没参保的人停着。价格改错了，改回就接着参保； 确实改了，停这张账单，钱可以退回或付新账单
          </p>
          <Button onClick={() => onStep('stop-bill')}>停这张账单</Button>
        </div>
      )}
    </section>
  );
}

const LARGEST_BYTES = 3 * 1024 * 1024;

function TakeFile({ group, onChanged }: { group: DeskGroupValue; onChanged(): void }) {
  const { message } = App.useApp();
  return (
    <PickTable
      isSmall
      label={group.file ? '换文件' : '导入名单'}
      mostBytes={LARGEST_BYTES}
      tooLarge="请只留名单这一张表"
      onTake={async (fileName, content) => {
        await call('takeCompanyRoster', { groupNo: group.groupNo, fileName, content });
        message.success('名单已收下，正在读取');
        onChanged();
      }}
    />
  );
}

function History({ group }: { group: DeskGroupValue }) {
  return (
    <section className="panel" aria-label="经过">
      <div className="panel-head">
        <h2>经过</h2>
      </div>
      <div className="scroll-x">
        <table className="console-table">
          <caption className="sr-only">经过，最早的在前</caption>
          <thead>
            <tr>
              <th scope="col" aria-sort="ascending">
                时间
              </th>
              <th scope="col">什么事</th>
              <th scope="col">谁</th>
              <th scope="col">说明</th>
            </tr>
          </thead>
          <tbody>
            {group.events.map((one) => (
              <tr key={`${one.at} ${one.what} ${one.note}`}>
                <td className="num">{shortTime(one.at)}</td>
                <td>{one.what}</td>
                <td>{one.actor}</td>
                <td className="wrap">{dottedDays(one.note ?? '')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
