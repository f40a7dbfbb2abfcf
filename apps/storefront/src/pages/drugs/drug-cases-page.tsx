import '../../ui/controls.css';
import './drugs.css';
import type { DrugApplicationValue } from '@huimin/contract';
import { DRUG_PAPERS, type DrugPaperKind } from '@huimin/domain/special-drugs';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useProduct } from '../../context/index.ts';
import { TakeBack } from '../../features/uploads/take-back.tsx';
import {
  Button,
  Card,
  EmptyState,
  FormProblem,
  inWords,
  KeyValues,
  Notice,
  Page,
  PhoneLink,
  Skeleton,
  Tag,
  telHref,
  toast,
} from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { useCoverEdition } from '../services/use-cover-edition.tsx';
import { ChoosePlace } from './choose-place.tsx';
import { CoPaySum } from './co-pay-sum.tsx';
import { DrugPaperRows, forgetDrugPapers, useDrugPapers } from './drug-paper-rows.tsx';

const TITLE = '我的用药申请';

/** #/drugCases: how the own applications stand, and what is to be done next. */
export default function DrugCasesPage() {
  const cover = useCoverEdition();
  const mine = useCall(
    calls.drugApplications,
    { productId: cover.editionCode },
    { quietFailure: true, when: cover.isKnown },
  );
  if (mine.state === 'failed') return <LoadProblem title={TITLE} failure={mine.failure} onReload={mine.reload} />;
  if (!mine.value) {
    return (
      <Page title={inWords(TITLE)}>
        <Skeleton lines={[44, 120, 120]} />
      </Page>
    );
  }
  const { applications, tellsNews } = mine.value;
  const lead = tellsNews ? '药师审完，会短信告诉您' : '药师审完，结果在这里看';
  return (
    <Page title={inWords(TITLE)} lead={applications.length > 0 ? lead : undefined}>
      {cover.choice}
      {applications.length === 0 && (
        <EmptyState
          title="还没有申请过"
          lead="先在目录里找到药，再交材料"
          action={<Button href={cover.keepIn('#/cart-shop')}>去特药目录</Button>}
        />
      )}
      {applications.map((application) => (
        <Case
          key={application.drugApplicationNo}
          application={application}
          tellsNews={tellsNews}
          onChanged={mine.reload}
        />
      ))}
      {applications.length > 0 && (
        <div className="mt4">
          <Button kind="neutral" block href={cover.keepIn('#/cart-shop')}>
            回特药目录
          </Button>
        </div>
      )}
    </Page>
  );
}

const TONES = {
  reviewing: 'info',
  'papers-wanted': 'warn',
  approved: 'ok',
  arranged: 'info',
  collected: 'ok',
  finished: 'neutral',
  refused: 'err',
  withdrawn: 'neutral',
  lapsed: 'neutral',
} as const;

/** Before anything was fetched it can be taken back. */
function canTakeBack({ status, cyclesDone }: DrugApplicationValue): boolean {
  return cyclesDone === 0 && (status === 'reviewing' || status === 'papers-wanted' || status === 'approved');
}

type CaseProps = { application: DrugApplicationValue; tellsNews: boolean; onChanged: () => void };

function Case({ application, tellsNews, onChanged }: CaseProps) {
  const { drugName, personName, status, statusLabel, createdAt, reviewBy, answer, cycles, cyclesDone, nextDueOn } =
    application;
  const { tel } = useProduct();
  return (
    <Card className="mt3">
      <div className="card-head">
        <h2>{drugName}</h2>
        <Tag tone={TONES[status]}>{statusLabel}</Tag>
      </div>
      <div className="mt2">
        <KeyValues
          items={[
            { label: '给谁用', value: personName },
            { label: '申请时间', value: createdAt, num: true },
            { label: '最晚审完', value: reviewBy, num: true },
            { label: status === 'refused' ? '原因' : '还缺', value: answer },
            { label: '批了', value: cycles > 0 ? `${cycles} 期，已取 ${cyclesDone} 期` : null, num: true },
            { label: status === 'collected' ? '下一期' : '这一期从', value: nextDueOn, num: true },
          ]}
        />
      </div>
      {status === 'papers-wanted' && <MorePapers application={application} onSent={onChanged} />}
      {status === 'approved' && (
        <>
          <div className="mt3">
            <CoPaySum sum={application.coPay} cycleText={application.cycleText} />
          </div>
          <ChoosePlace application={application} onChosen={onChanged} />
        </>
      )}
      {application.place && status === 'arranged' && <Arranged application={application} onChanged={onChanged} />}
      {status === 'collected' && <p className="note mt2">提前 7 天就能在这里选药房{tellsNews && '，会短信提醒您'}。</p>}
      {status === 'refused' && (
        <p className="note mt2">
          对结果有疑问，可以打 <PhoneLink tel={tel} />
          ，或者补了材料重新申请。
        </p>
      )}
      {canTakeBack(application) && <Withdraw application={application} onChanged={onChanged} />}
    </Card>
  );
}

type Changed = { application: DrugApplicationValue; onChanged: () => void };

function Arranged({ application, onChanged }: Changed) {
  const { place, coPay, cycleText, drugApplicationNo, drugName } = application;
  const [undo, undoing] = useAction(calls.giveUpDrugPlace, { quietFailure: true });
  const [problem, setProblem] = useState<string | null>(null);
  if (!place) return null;
  const { pharmacy, recipient, way } = place;
  const giveUp = async () => {
    const reply = await undo({ drugApplicationNo });
    if (!reply.ok) setProblem(failureText(reply));
    onChanged();
  };
  return (
    <>
      <div className="mt3">
        <Notice title={way === 'deliver' ? `${pharmacy.name}送药上门` : `到${pharmacy.name}取`}>
          {way === 'deliver' && recipient
            ? `收件人 ${recipient.name} ${recipient.phoneMasked}。药房会先打电话约时间`
            : `${pharmacy.city} ${pharmacy.district} ${pharmacy.address}，${pharmacy.hours}。带上身份证和处方`}
        </Notice>
      </div>
      <div className="mt3">
        <CoPaySum sum={coPay} cycleText={cycleText} />
      </div>
      <FormProblem problem={problem} />
      <div className="buttons buttons-2 mt3">
        <Button kind="neutral" label={`换药房，${drugName}`} busy={undoing.busy} onPress={() => void giveUp()}>
          换药房
        </Button>
        <Button kind="neutral" label={`打给药房，${pharmacy.name}`} href={telHref(pharmacy.phone)}>
          打给药房
        </Button>
      </div>
    </>
  );
}

function Withdraw({ application, onChanged }: Changed) {
  const { drugApplicationNo, drugName } = application;
  const [withdraw, withdrawing] = useAction(calls.withdrawDrug, { quietFailure: true });
  return (
    <TakeBack
      which={drugName}
      busy={withdrawing.busy}
      withdraw={() => withdraw({ drugApplicationNo })}
      onChanged={onChanged}
    />
  );
}

function MorePapers({ application, onSent }: { application: DrugApplicationValue; onSent: () => void }) {
  const papers = useDrugPapers(application.drugApplicationNo);
  const [open, setOpen] = useState<DrugPaperKind | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [send, sending] = useAction(calls.supplementDrug, { quietFailure: true });
  const submit = async () => {
    const given = DRUG_PAPERS.flatMap(({ kind }) =>
      papers[kind].fileIds.length > 0 ? [{ kind, fileIds: papers[kind].fileIds }] : [],
    );
    if (DRUG_PAPERS.some(({ kind }) => papers[kind].busy)) return setProblem('还在上传，请等一下');
    if (given.length === 0) return setProblem('请先上传要补的材料');
    const reply = await send({ drugApplicationNo: application.drugApplicationNo, papers: given });
    if (!reply.ok) return setProblem(failureText(reply, '没有交上去'));
    forgetDrugPapers(papers);
    toast('已交给药师', { kind: 'ok' });
    onSent();
  };
  return (
    <div className="mt3 drug-wanted">
      <DrugPaperRows papers={papers} open={open} onOpen={setOpen} />
      <FormProblem problem={problem} />
      <div className="mt3">
        <Button block busy={sending.busy} onPress={() => void submit()}>
          补交
        </Button>
      </div>
    </div>
  );
}
