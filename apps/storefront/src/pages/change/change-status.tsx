import './change.css';
import type { ChangeOverviewValue, ChangeValue } from '@huimin/contract';
import { relationshipLabel } from '@huimin/domain/order';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useChannel, useElderMode } from '../../context/index.ts';
import { headLine, headTitle, itemLabels, itemsText } from '../../features/changes/change-words.ts';
import { DownloadPaper, ViewPaper } from '../../features/policies/paper-buttons.tsx';
import { ServiceIcon } from '../../features/support/service-icon.tsx';
import { UploadPapers } from '../../features/uploads/upload-papers.tsx';
import { useUploads } from '../../features/uploads/use-uploads.ts';
import {
  Bar,
  Button,
  Card,
  confirmDialog,
  iconError,
  KeyValues,
  Monogram,
  Notice,
  Page,
  Section,
  Sheet,
  Tag,
} from '../../ui/index.ts';
import { StatusHead } from '../../ui/status-head.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { BeforeAfter } from './before-after.tsx';
import { problemsOf } from './change-refusal.ts';

const MOST = 6;

type Props = { overview: ChangeOverviewValue; change: ChangeValue; reload: () => void; onAgain: () => void };

/** How one request is getting on: what becomes what, what has happened, what comes next and by when. */
export function ChangeStatus({ overview, change, reload, onAgain }: Props) {
  const elder = useElderMode();
  const [withdraw, withdrawing] = useAction(calls.withdrawChange, { quietFailure: true });
  const [problem, setProblem] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const { changeNo, orderNo, policyNo, relationship } = change;
  const isOpen = change.status === 'REVIEWING' || change.status === 'PAPERS_WANTED';
  const earlier = overview.changes.filter((one) => one.changeNo !== changeNo && one.policyNo === policyNo);

  const takeBack = async () => {
    const sure = await confirmDialog({
      title: '撤回这份申请？',
      body: '撤回后不再审核，交上来的材料马上删除。以后还可以重新申请。',
      confirm: '撤回',
      cancel: '先不撤回',
    });
    if (!sure) return;
    const reply = await withdraw({ changeNo });
    if (reply.ok) reload();
    else setProblem(Object.values(problemsOf(reply))[0] ?? null);
  };

  return (
    <Page
      bar={
        <Bar icons={<ServiceIcon />}>
          {isOpen ? (
            <>
              <Button kind="neutral" onPress={() => void takeBack()} busy={withdrawing.busy}>
                撤回申请
              </Button>
              <Button onPress={() => setAdding(true)}>补充材料</Button>
            </>
          ) : (
            <>
              <Button kind="neutral" onPress={onAgain}>
                {change.status === 'APPROVED' ? '再改别的' : '重新申请'}
              </Button>
              <Button href={`#/orderDetail?orderNo=${orderNo}`}>看订单</Button>
            </>
          )}
        </Bar>
      }
    >
      <StatusHead
        tone={change.tone}
        icon={change.tone === 'warn' ? iconError : null}
        title={headTitle(change)}
        announced
      >
        <p className="num">{headLine(change)}</p>
      </StatusHead>
      {problem && (
        <Notice tone="err" alert>
          {problem}
        </Notice>
      )}
      <Card>
        <div className="change-person">
          <Monogram name={change.name} />
          <div className="change-person-main">
            <b>{change.name}</b>
            <Tag>{relationship === null ? '缴费人' : relationshipLabel(relationship)}</Tag>
            <p className="note num">
              {policyNo ? `${overview.editionYear} 年保单 ${policyNo}` : `${overview.productName}　订单 ${orderNo}`}
            </p>
          </div>
        </div>
        <hr className="change-line" />
        <BeforeAfter items={change.items} />
        <div className="change-same">
          <KeyValues
            items={[
              { label: '没有变的', value: change.unchanged },
              { label: '原因', value: change.reasonLabel },
              { label: '批单号', value: change.endorsementNo, num: true },
              { label: '材料', value: change.files.length > 0 ? `${change.files.length} 份` : null },
            ]}
          />
        </div>
        {change.endorsementNo && <EndorsementButtons change={change} />}
      </Card>
      <Section title="办到哪一步">
        <Card>
          <Timeline
            steps={change.steps.map(({ state, title, note, at }) => ({ state, title, note, when: whenOf(state, at) }))}
          />
        </Card>
      </Section>
      {earlier.length > 0 && <Earlier changes={earlier} />}
      {isOpen && (
        <p className="note mt4">
          {elder ? '审核时保障不变。' : '审核期间，保障照常。'}只能更正写错的信息，不能换成另一个人。
        </p>
      )}
      <AddPapers open={adding} change={change} onClose={() => setAdding(false)} onDone={reload} />
    </Page>
  );
}

const whenOf = (state: string, at: string | null) => (at && state === 'now' ? `最晚 ${at}` : at);

/** The endorsement: to look at, and to keep in every way. */
function EndorsementButtons({ change: { orderNo, changeNo, endorsementNo } }: { change: ChangeValue }) {
  const channelKind = useChannel().kind;
  const props = {
    paper: { orderNo, paper: 'endorsement', changeNo } as const,
    channelKind,
    whose: `批单 ${endorsementNo}`,
  };
  return (
    <div className="change-paper">
      <ViewPaper {...props} text="看批单" />
      <DownloadPaper {...props} kind="neutral" text="保存批单" />
    </div>
  );
}

/** What was changed before. */
export function Earlier({ changes }: { changes: readonly ChangeValue[] }) {
  const channelKind = useChannel().kind;
  return (
    <Section title="以前的更正">
      <Card>
        {changes.map((change) => (
          <div className="change-earlier change-person" key={change.changeNo}>
            <div className="change-person-main">
              <b>{itemLabels(change)}</b>
              <Tag tone={change.tone}>{change.statusLabel}</Tag>
              <p className="small muted num">{itemsText(change)}</p>
              <p className="note num">
                {change.decidedAt ?? change.submittedAt}
                {change.endorsementNo && `　批单号 ${change.endorsementNo}`}
              </p>
            </div>
            {change.endorsementNo && (
              <ViewPaper
                small
                paper={{ orderNo: change.orderNo, paper: 'endorsement', changeNo: change.changeNo }}
                channelKind={channelKind}
                whose={`批单 ${change.endorsementNo}`}
                text="看批单"
              />
            )}
            {change.endorsementNo && change.policyNo && (
              <ViewPaper
                small
                paper={{ orderNo: change.orderNo, paper: 'policy', policyNo: change.policyNo }}
                channelKind={channelKind}
                whose={`${change.name}的保单`}
                text="看新保单"
              />
            )}
          </div>
        ))}
      </Card>
    </Section>
  );
}

type AddProps = { open: boolean; change: ChangeValue; onClose: () => void; onDone: () => void };

/** Further papers, in a sheet over the request. */
function AddPapers({ open, change, onClose, onDone }: AddProps) {
  const uploads = useUploads(MOST);
  const [give, giving] = useAction(calls.supplementPapers, { quietFailure: true });
  const [problem, setProblem] = useState<string | null>(null);
  const handIn = async () => {
    if (uploads.busy) return setProblem('还在上传，请等一下');
    if (uploads.fileIds.length === 0) return setProblem('请先拍照或选择材料');
    setProblem(null);
    const reply = await give({ changeNo: change.changeNo, fileIds: uploads.fileIds });
    if (!reply.ok) return setProblem(Object.values(problemsOf(reply))[0] ?? null);
    for (const { key } of uploads.items) uploads.forget(key);
    onClose();
    onDone();
  };
  return (
    <Sheet
      open={open}
      title="补充材料"
      onClose={onClose}
      footer={
        <Button block onPress={() => void handIn()} busy={giving.busy}>
          交上去
        </Button>
      }
    >
      {change.status === 'PAPERS_WANTED' && change.note && <Notice tone="warn">{change.note}</Notice>}
      <UploadPapers
        id="more-papers"
        title="证件或证明材料"
        hint="照片要清楚，四个角都在。JPG、PNG 或 PDF，每份不超过 5 MB"
        uploads={uploads}
        most={MOST}
        error={problem}
      />
    </Sheet>
  );
}
