import '../../ui/controls.css';
import './group.css';
import type { GroupDetailValue } from '@huimin/contract';
import { API_BASE_PATH } from '@huimin/contract/wire';
import { formatDotDate } from '@huimin/domain/date';
import { formatYuan, saidYuan } from '@huimin/domain/money';
import { useRef, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { NetworkFailure } from '../../api/network-failure.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useLookAgain } from '../../api/use-look-again.ts';
import { useChannel, useProduct, useQuery } from '../../context/index.ts';
import { isKnownLoggedOut } from '../../features/account/login-memory.ts';
import {
  expectedPeople,
  groupTimeline,
  groupTone,
  nextWords,
  openProblems,
  rosterParts,
  spareWords,
  stepOf,
} from '../../features/group/group-words.ts';
import {
  Bar,
  Button,
  Card,
  confirmDialog,
  EmptyState,
  FormProblem,
  Icon,
  iconPhone,
  inWords,
  Notice,
  Page,
  Result,
  Row,
  Section,
  Skeleton,
  Tag,
  telHref,
  toast,
} from '../../ui/index.ts';
import { base64Of } from '../../ui/photo.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { LogInButton } from '../pay/load-problem.tsx';
import { GroupProblem } from './group-problem.tsx';

const TITLE = '团体参保进度';
/** While a list is read or policies are made the page looks again. */
const LOOK_AGAIN_MS = 3_000;
const MOST_BYTES = 3 * 1024 * 1024;

/** #/groupProgress: where a company's group stands, for its contact person; without a number, the groups there are. */
export default function GroupProgressPage() {
  const groupNo = useQuery().get('groupNo');
  return groupNo === null ? <Groups /> : <Progress groupNo={groupNo} />;
}

function Groups() {
  const found = useCall(calls.listGroups, {}, { quietFailure: true });
  if (found.failure) return <GroupProblem title={TITLE} failure={found.failure} onReload={found.reload} />;
  if (!found.value) return <Loading />;
  const { groups } = found.value;
  return (
    <Page title={inWords(TITLE)} lead="您作为联系人提交的单位">
      {groups.length === 0 ? (
        <EmptyState
          title="这个手机号没有提交过"
          lead="请用提交时的联系人手机号登录"
          action={<Button href="#/company">团体参保预约</Button>}
        />
      ) : (
        <Card flush>
          {groups.map((group) => (
            <Row
              key={group.groupNo}
              href={`#/groupProgress?groupNo=${group.groupNo}`}
              label={group.companyName}
              note={`${group.productName}　${group.headCount} 人`}
              value={group.statusLabel}
            />
          ))}
        </Card>
      )}
    </Page>
  );
}

function Loading() {
  return (
    <Page title={inWords(TITLE)}>
      <Skeleton lines={[96, 130, 150, 120]} />
    </Page>
  );
}

function Progress({ groupNo }: { groupNo: string }) {
  const asked = useQuery().get('asked');
  // Who has just asked need not be told first that nobody is logged in.
  const isNew = asked !== null && isKnownLoggedOut();
  const loaded = useCall(calls.queryGroup, { groupNo }, { quietFailure: true, when: !isNew });
  const { value, failure, reload } = loaded;
  const isMoving =
    value !== null &&
    (value.file?.state === 'waiting' ||
      value.file?.state === 'reading' ||
      value.status === 'paid' ||
      value.status === 'issuing' ||
      value.counts.leaving > 0);
  useLookAgain(loaded, { when: isMoving, everyMs: LOOK_AGAIN_MS });
  if (isNew) return <Asked isKnown={asked === 'known'} />;
  if (!value && failure) {
    const isLoggedOut = !(failure instanceof NetworkFailure) && failure.name === 'not-logged-in';
    if (isLoggedOut && asked !== null) return <Asked isKnown={asked === 'known'} />;
    return <GroupProblem title={TITLE} failure={failure} onReload={reload} />;
  }
  if (!value) return <Loading />;
  return <Shown group={value} asked={asked} onChanged={reload} />;
}

/** Somebody who has just asked, and is not logged in. */
function Asked({ isKnown }: { isKnown: boolean }) {
  return (
    <Page>
      <Result
        tone="ok"
        title={isKnown ? '这个单位已经提交过' : '预约已提交'}
        lead={isKnown ? '不用重复提交，登录看现在的进度' : '1 个工作日内有专人打电话联系您'}
      />
      <Card>
        <p className="small">用刚才的联系人手机号登录，看进度、交名单。以后从个人中心的“团体参保”进来。</p>
      </Card>
      <div className="buttons mt6">
        <LogInButton block />
        <Button kind="neutral" block href="#/index">
          返回首页
        </Button>
      </div>
    </Page>
  );
}

function Shown({ group, asked, onChanged }: { group: GroupDetailValue; asked: string | null; onChanged: () => void }) {
  const { groupNo, companyName, headCount, status, can, file } = group;
  const channel = useChannel();
  const problems = openProblems(group);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Page
      title={inWords(TITLE)}
      lead={`${companyName}　${headCount} 人`}
      bar={<Actions group={group} onChanged={onChanged} onProblem={setProblem} />}
    >
      {asked !== null && (asked === 'known' || status === 'submitted') && (
        <Notice title={asked === 'known' ? '这个单位已经提交过' : '预约已提交'}>
          {asked === 'known' ? '这是它现在的进度，不用重复提交。' : '以后登录这个手机号，从个人中心进来看进度。'}
        </Notice>
      )}
      <FormProblem problem={problem} />
      {can.upload && keepsNoFiles(channel.kind) && (
        <Notice title="在微信里存不了表格">下载模板和交名单，请点右上角，选“在浏览器打开”。</Notice>
      )}
      <StatusCard group={group} />
      {group.standing.map(({ text, people }) => (
        <div className="mt3" key={text}>
          <Notice title={text}>这里有 {people} 人先不出账单，也先不用付款。恢复后短信通知您，再补办。</Notice>
        </div>
      ))}
      {file?.state === 'refused' && (
        <div className="mt3">
          <Notice tone="err" title="名单没有读成">
            {file.problem}
          </Notice>
        </div>
      )}
      <RosterCard group={group} />
      {problems.length > 0 && (
        <Section
          title={`要改的 ${file?.rowsBad ?? problems.length} 行`}
          action={
            <a className="link" href={fileLink(calls.rosterProblems.path, groupNo)}>
              下载要改的行
            </a>
          }
        >
          <ul className="card card-flush">
            {problems.map(({ line, nameMasked, problem: what, fix }) => (
              <li className="group-problem" key={line}>
                <span className="num">第 {line} 行</span>
                <div>
                  <b>{nameMasked || '没有姓名'}</b>
                  <p>{what}</p>
                  <p className="note">怎么改：{fix}</p>
                </div>
              </li>
            ))}
          </ul>
          {(file?.rowsBad ?? 0) > problems.length && (
            <p className="note mt2">这里是前 {problems.length} 行，其余的请下载。</p>
          )}
        </Section>
      )}
      <Sums group={group} />
      <Section title="办到哪一步">
        <Card>
          <Timeline steps={groupTimeline(group)} />
        </Card>
      </Section>
      <Contact group={group} />
      {can.close && <CloseGroup group={group} onChanged={onChanged} onProblem={setProblem} />}
    </Page>
  );
}

/** The messaging app's browser saves no tables. */
function keepsNoFiles(kind: ReturnType<typeof useChannel>['kind']): boolean {
  return kind === 'wechat' || kind === 'mini-program';
}

function fileLink(path: string, groupNo: string): string {
  return `${API_BASE_PATH}${path}?${new URLSearchParams({ groupNo })}`;
}

function StatusCard({ group }: { group: GroupDetailValue }) {
  const { steps, status, statusLabel, file } = group;
  const problems = openProblems(group);
  const step = stepOf(group);
  const next = step === null ? undefined : steps[step];
  return (
    <section className="card mt3" aria-label="现在的状态">
      <div className="group-head" role="status">
        <b>{statusLabel}</b>
        {problems.length > 0 && <Tag tone="warn">有 {file?.rowsBad ?? problems.length} 行要改</Tag>}
        {problems.length === 0 && <Tag tone={groupTone(status)}>{group.productName}</Tag>}
      </div>
      <p className="small muted">{nextWords(group)}</p>
      {group.givesWay && <p className="small mt2">现在买的人多，保单会晚一些出完，不用再做什么</p>}
      {step !== null && (
        <>
          <div className="group-bar" aria-hidden="true">
            {steps.map((entry, index) => (
              <i
                key={entry.status}
                className={index + 1 < step || step === steps.length ? 'on' : index + 1 === step ? 'now' : undefined}
              />
            ))}
          </div>
          <p className="note group-bar-words">
            <span>
              第 {step} 步，共 {steps.length} 步
            </span>
            {next && <span>下一步：{next.label}</span>}
          </p>
        </>
      )}
    </section>
  );
}

function RosterCard({ group }: { group: GroupDetailValue }) {
  const { file, counts, groupNo } = group;
  const parts = rosterParts(group);
  const total = parts.reduce((sum, { people }) => sum + people, 0);
  const isReading = file?.state === 'waiting' || file?.state === 'reading';
  if (file === null && total === 0) return null;
  const people = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <section className="card mt3" aria-label="名单">
      <div className="group-head">
        <b>
          名单 <span className="num">{people}</span> 人
        </b>
        {file && (
          <span className="note num">
            {formatDotDate(file.givenAt.slice(0, 10))} {file.givenAt.slice(11, 16)} 上传
          </span>
        )}
      </div>
      <p className="small muted" role="status">
        {isReading && `正在读取，已读 ${file?.rowsRead ?? 0} 行`}
      </p>
      {total > 0 && (
        <>
          <div className="group-parts" aria-hidden="true">
            {parts.map(({ kind, label, people: count }) => (
              <i key={label} className={`group-part-${kind}`} style={{ width: `${(count * 100) / total}%` }} />
            ))}
          </div>
          <ul className="group-legend">
            {parts.map(({ kind, label, text }) => (
              <li key={label}>
                <i className={`group-part-${kind}`} aria-hidden="true" />
                {label}
                <span className="num">{text}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {people > 0 && <Row href={`#/groupPeople?groupNo=${groupNo}`} label="看每个人" note="姓名和证件号只显示一部分" />}
      {(counts.insured > 0 || counts.removed > 0) && (
        <Row href={fileLink(calls.groupReport.path, groupNo)} label="下载参保情况" note="表格，不含健康信息" />
      )}
    </section>
  );
}

/** What is to be paid, or was; with what is over. */
function Sums({ group }: { group: GroupDetailValue }) {
  const { bill, money, unitFen, invoice } = group;
  const people = bill?.people ?? expectedPeople(group);
  const sumFen = bill?.amountFen ?? people * unitFen;
  return (
    <Section title={bill === null ? '预计要付' : bill.state === 'open' ? '要付' : '最近一次付款'}>
      <Card>
        <ul className="group-sums">
          <li>
            <span>{bill === null ? `${people} 人` : `参保 ${people} 人`}</span>
            <span className="num">
              {people} × {saidYuan(bill?.unitFen ?? unitFen)} 元
            </span>
          </li>
          <li className="group-sum">
            <span>对公转账</span>
            <span className="num">{formatYuan(sumFen)} 元</span>
          </li>
          {money.receivedFen > 0 && (
            <li>
              <span>已到账</span>
              <span className="num">{formatYuan(money.receivedFen)} 元</span>
            </li>
          )}
          {bill?.state === 'open' && money.leftFen > 0 && (
            <li>
              <span>还差</span>
              <span className="num">{formatYuan(bill.shortFen)} 元</span>
            </li>
          )}
          {bill?.state !== 'open' && money.leftFen > 0 && (
            <li>
              <span>{spareWords(group.status)}</span>
              <span className="num">{formatYuan(money.leftFen)} 元</span>
            </li>
          )}
          {money.returnedFen > 0 && (
            <li>
              <span>已退回单位</span>
              <span className="num">{formatYuan(money.returnedFen)} 元</span>
            </li>
          )}
        </ul>
        <p className="note mt2">
          {invoice ? (
            <span className="num">
              发票 {invoice.number}，{formatDotDate(invoice.day)} 开给{invoice.title}
            </span>
          ) : (
            `${bill === null ? '名单定下后再付。' : ''}发票开给单位，保单每人一份。`
          )}
        </p>
      </Card>
    </Section>
  );
}

function Contact({ group: { manager, tel } }: { group: GroupDetailValue }) {
  return (
    <Card className="mt3">
      <div className="group-manager">
        <div>
          <b>您的联系人</b>
          <p className="note">
            {manager ? `${manager.name}，${manager.company}　工号 ${manager.staffNo}` : '还没有安排，可以先打服务电话'}
          </p>
        </div>
        <Button kind="neutral" small href={telHref(tel)} label={`打电话 ${tel}`}>
          <Icon name={iconPhone} size={20} />
          打电话
        </Button>
      </div>
    </Card>
  );
}

type ActionProps = { group: GroupDetailValue; onChanged: () => void; onProblem: (problem: string | null) => void };

function Actions({ group, onChanged, onProblem }: ActionProps) {
  const { groupNo, can, file } = group;
  const { tel } = useProduct();
  const input = useRef<HTMLInputElement>(null);
  const [upload, uploading] = useAction(calls.uploadRoster, { quietFailure: true });
  const [remind, reminding] = useAction(calls.remindGroup, { quietFailure: true });

  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    onProblem(null);
    if (chosen.size > MOST_BYTES) return onProblem('文件超过 3 MB，请只留名单这一张表');
    const content = await base64Of(chosen).catch(() => null);
    if (!content) return onProblem('这个文件打不开，请重新选择');
    const reply = await upload({ groupNo, fileName: chosen.name || '名单', content });
    if (reply.ok) toast('已上传，正在读取', { kind: 'ok' });
    else onProblem(failureText(reply, '没有传上去'));
    onChanged();
  };
  const askAgain = async () => {
    onProblem(null);
    const reply = await remind({ groupNo });
    if (reply.ok) toast(reply.value.people > 0 ? `短信会发给 ${reply.value.people} 人` : '今天都已经发过');
    else onProblem(failureText(reply));
    onChanged();
  };

  if (can.pay) {
    return (
      <Bar>
        <Button href={`#/groupPay?groupNo=${groupNo}`}>去转账</Button>
      </Bar>
    );
  }
  if (!can.upload) {
    return (
      <Bar>
        <Button kind="neutral" href={telHref(tel)}>
          打服务电话
        </Button>
        <Button href="#/index">返回首页</Button>
      </Bar>
    );
  }
  return (
    <Bar>
      {can.remind ? (
        <Button kind="neutral" busy={reminding.busy} onPress={() => void askAgain()}>
          催确认短信
        </Button>
      ) : (
        <Button kind="neutral" href={fileLink(calls.groupTemplate.path, groupNo)}>
          下载模板
        </Button>
      )}
      <input
        ref={input}
        className="group-file"
        type="file"
        tabIndex={-1}
        aria-label="选择名单文件"
        accept=".csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          // The same file may be chosen again after it was corrected.
          event.target.value = '';
        }}
      />
      <Button busy={uploading.busy} onPress={() => input.current?.click()}>
        {file ? '重新上传' : '上传名单'}
      </Button>
    </Bar>
  );
}

function CloseGroup({ group, onChanged, onProblem }: ActionProps) {
  const { groupNo, can } = group;
  const [close, closing] = useAction(calls.closeGroup, { quietFailure: true });
  const end = async () => {
    const isSure = await confirmDialog({
      title: '关闭这个预约？',
      body: '名单会删除，还没有付款，不产生费用。以后可以重新预约',
      confirm: '关闭预约',
      cancel: '先不关',
    });
    if (!isSure) return;
    onProblem(null);
    const reply = await close({ groupNo });
    if (!reply.ok) onProblem(failureText(reply));
    onChanged();
  };
  return (
    <div className="buttons mt4">
      {can.upload && can.remind && (
        <Button kind="text" small href={fileLink(calls.groupTemplate.path, groupNo)}>
          下载名单模板
        </Button>
      )}
      <Button kind="text" small busy={closing.busy} onPress={() => void end()}>
        不办了，关闭预约
      </Button>
    </div>
  );
}
