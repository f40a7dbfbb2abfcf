import '../../ui/controls.css';
import './group.css';
import type { GroupDetailValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { amountInCapitals, fenToYuanText, formatYuan } from '@huimin/domain/money';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useQuery } from '../../context/index.ts';
import { UploadPapers } from '../../features/uploads/upload-papers.tsx';
import { useUploads } from '../../features/uploads/use-uploads.ts';
import {
  Bar,
  Button,
  Card,
  copyText,
  EmptyState,
  FormProblem,
  Money,
  Notice,
  Page,
  Section,
  Skeleton,
  toast,
} from '../../ui/index.ts';
import { GroupProblem } from './group-problem.tsx';

const TITLE = '对公转账';
const MOST_FILES = 3;

/** #/groupPay: where a company transfers the premium, what it writes along, and where it hands in the bank's receipt. */
export default function GroupPayPage() {
  const groupNo = useQuery().get('groupNo') ?? '';
  const loaded = useCall(calls.queryGroup, { groupNo }, { quietFailure: true });
  const { value, failure, reload } = loaded;
  if (!value && failure) return <GroupProblem title={TITLE} failure={failure} onReload={reload} />;
  if (!value) {
    return (
      <Page title={TITLE}>
        <Skeleton lines={[88, 220, 120]} />
      </Page>
    );
  }
  if (value.bill?.state !== 'open') {
    return (
      <Page title={TITLE}>
        <EmptyState
          title={value.bill ? '这笔账单已经付清' : '现在没有待付款的账单'}
          lead="请看最新进度"
          action={<Button href={`#/groupProgress?groupNo=${groupNo}`}>看进度</Button>}
        />
      </Page>
    );
  }
  return <Pay group={value} bill={value.bill} onChanged={reload} />;
}

type Bill = NonNullable<GroupDetailValue['bill']>;

function Pay({ group, bill, onChanged }: { group: GroupDetailValue; bill: Bill; onChanged: () => void }) {
  const { groupNo, companyName } = group;
  const { payee, reference, shortFen, amountFen, dueOn } = bill;
  const dueFen = shortFen > 0 ? shortFen : amountFen;
  return (
    <Page
      title={TITLE}
      lead={`${companyName}　${bill.people} 人`}
      bar={
        <Bar
          sum={
            <>
              <small>{shortFen < amountFen ? '还差' : '应付'}</small>
              <Money fen={dueFen} size="large" />
            </>
          }
        >
          <Button href={`#/groupProgress?groupNo=${groupNo}`}>看进度</Button>
        </Bar>
      }
    >
      <Notice title={`请在 ${formatDotDate(dueOn)} 前转到`}>
        附言一定写“{reference}”，我们凭它对上您的账单。晚到的款不会用来出单，会退回。
      </Notice>
      <Section title="收款账户">
        <Card flush>
          <Copied label="户名" text={payee.name} />
          <Copied label="账号" text={payee.account} num />
          <Copied label="开户行" text={payee.bank} />
          <Copied label="附言（必填）" text={reference} num />
          <Copied label="金额（元）" text={formatYuan(dueFen)} num copied={fenToYuanText(dueFen)} />
        </Card>
        <p className="note mt2">{amountInCapitals(dueFen)}。请用单位账户转，一次转清；少了等补齐，多了转账退回。</p>
      </Section>
      <Section title="交转账回单">
        <Voucher key={bill.vouchers} groupNo={groupNo} given={bill.vouchers} onSent={onChanged} />
      </Section>
      <p className="note mt3">到账后由两位工作人员按银行流水核对，核对好就出保单，短信通知您。</p>
    </Page>
  );
}

function Copied({ label, text, num, copied = text }: { label: string; text: string; num?: boolean; copied?: string }) {
  return (
    <div className="group-copy">
      <p>
        <span>{label}</span>
        <b className={num ? 'num' : undefined}>{text}</b>
      </p>
      <Button kind="neutral" small label={`复制${label}`} onPress={() => void copyText(copied)}>
        复制
      </Button>
    </div>
  );
}

function Voucher({ groupNo, given, onSent }: { groupNo: string; given: number; onSent: () => void }) {
  const uploads = useUploads(MOST_FILES, 'transfer');
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [give, giving] = useAction(calls.giveGroupVoucher, { quietFailure: true });
  const why = uploads.busy ? '还在上传，请等一下' : uploads.fileIds.length === 0 ? '请先拍照或选择回单' : null;
  const send = async () => {
    setProblem(null);
    setMissing(why !== null);
    if (why) return;
    const reply = await give({ groupNo, fileIds: uploads.fileIds });
    if (!reply.ok) return setProblem(failureText(reply, '没有交上去'));
    toast('已交上去', { kind: 'ok' });
    onSent();
  };
  return (
    <Card>
      {given > 0 && (
        <p className="small" role="status">
          已交 {given} 份，还可以再交。
        </p>
      )}
      <UploadPapers
        id="group-voucher"
        title="回单照片或 PDF"
        hint="选交，交了核对更快"
        uploads={uploads}
        most={MOST_FILES}
        error={missing ? why : null}
      />
      <FormProblem problem={problem} />
      <div className="mt3">
        <Button kind="neutral" block busy={giving.busy} onPress={() => void send()}>
          交回单
        </Button>
      </div>
    </Card>
  );
}
