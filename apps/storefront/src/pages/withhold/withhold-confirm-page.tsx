import './withhold.css';
import '../../ui/form.css';
import '../../ui/controls.css';
import type { WithholdingContractValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useElderMode, useNavigation, useQuery } from '../../context/index.ts';
import { ReadingSection, ReadingSheet } from '../../features/documents/must-read.tsx';
import { unreadText, useMustRead } from '../../features/documents/use-must-read.ts';
import { EditionChanges } from '../../features/renewal/edition-changes.tsx';
import {
  Bar,
  Button,
  Card,
  ConsentLine,
  EmptyState,
  inWords,
  KeyValues,
  Money,
  Notice,
  Page,
  Section,
  Skeleton,
  useConsent,
} from '../../ui/index.ts';
import { BarTip } from '../insure/bar-tip.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';

const TITLE = '确认下一次扣费';

type ComingYear = NonNullable<WithholdingContractValue['comingYear']>;

/** #/withhold-confirm: what changed in the coming year, its texts, and a yes without which nothing is taken. */
export default function WithholdConfirmPage() {
  const query = useQuery();
  const contractNo = query.get('contractNo') ?? '';
  const { value, failure, reload } = useCall(calls.queryWithholdings, {}, { quietFailure: true });
  if (!value && failure) return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
  if (!value) {
    return (
      <Page title={inWords(TITLE)}>
        <Skeleton lines={[96, 120, 160]} />
      </Page>
    );
  }
  const contract = value.contracts.find((one) => one.contractNo === contractNo);
  const year = contract?.comingYear;
  if (contract && year?.stage === 'asking') return <Confirm contract={contract} year={year} onOutdated={reload} />;
  return (
    <Page title={inWords(TITLE)}>
      <EmptyState
        title="现在没有要确认的扣费"
        lead={year ? `${year.editionYear} 年：${year.stageLabel}` : '已经确认过、跳过了，或者时间过了'}
        action={<Button href="#/withhold">看自动扣费管理</Button>}
      />
    </Page>
  );
}

type ConfirmProps = { contract: WithholdingContractValue; year: ComingYear; onOutdated: () => void };

function Confirm({ contract, year, onOutdated }: ConfirmProps) {
  const elder = useElderMode();
  const { navigate } = useNavigation();
  const [send, { busy }] = useAction(calls.confirmWithholding, { quietFailure: true });
  const [read, setRead] = useState<Readonly<Record<string, number>>>({});
  const reading = useMustRead(year.documents, {
    isRead: ({ key, version }) => (read[key] ?? 0) >= version,
    keep: ({ key, version }) => setRead((before) => ({ ...before, [key]: version })),
  });
  const consent = useConsent('withhold-agree', '请看完以上内容后勾选，再确认');
  const [problem, setProblem] = useState<string | null>(null);
  const names = contract.people.map(({ name }) => name).join('、');
  const [first] = reading.unread;
  const tip = problem ?? unreadText(reading, '确认');

  const confirm = async () => {
    if (!consent.check()) return;
    const reply = await send({
      ...{ contractNo: contract.contractNo, editionCode: year.editionCode, amountFen: year.amountFen },
      agreedDocuments: year.documents.map(({ key, version }) => ({ key, version: read[key] ?? version })),
    });
    if (reply.ok) return navigate('/withhold', { replace: true });
    setProblem(reply.name === 'no-reply' ? '没有连上，还没有确认。请检查网络后再试' : reply.message);
    if (reply.name !== 'no-reply') onOutdated();
  };

  return (
    <Page
      title={inWords(TITLE)}
      lead="您不确认，就不扣费，也不投保"
      bar={
        <Bar
          tip={tip && <BarTip wrong={problem !== null}>{tip}</BarTip>}
          sum={
            <>
              <small>{year.peopleCount} 人，到期扣</small>
              <Money fen={year.amountFen} size="large" />
            </>
          }
        >
          <Button busy={busy} onPress={() => (first ? reading.begin(first.key) : void confirm())}>
            {first ? '继续阅读' : '确认继续投保'}
          </Button>
        </Bar>
      }
    >
      <Card>
        <KeyValues
          items={[
            { label: '产品', value: year.productName },
            { label: elder ? '给谁买' : '给谁', value: `${names}，${year.peopleCount} 人`, pii: true },
            { label: '每人去年', value: `${formatYuan(year.formerUnitFen)} 元`, num: true },
            { label: '每人这次', value: `${formatYuan(year.unitFen)} 元${difference(year)}`, num: true },
            { label: '扣费日', value: formatDotDate(year.chargeOn) },
            { label: '从哪里扣', value: contract.methodLabel },
            { label: '保障期', value: year.coverage },
          ]}
        />
      </Card>
      <Section title={year.changes.length > 0 ? `和去年比，有 ${year.changes.length} 处变化` : '和去年比'}>
        <Card>
          {year.changes.length === 0 && (
            <p className="note">价格和保障都没有变。{year.reasons.join('，')}，所以请您确认。</p>
          )}
          {year.changes.length > 0 && <EditionChanges changes={year.changes} formerly="去年" />}
        </Card>
      </Section>
      <ReadingSection reading={reading} />
      <div className="mt3">
        <ConsentLine consent={consent}>
          {`我看完了变化和文件，同意 ${formatDotDate(year.chargeOn)} 起从微信支付扣 ${formatYuan(year.amountFen)} 元重新投保`}
        </ConsentLine>
      </div>
      <div className="mt4">
        <Notice>
          最晚 {year.answerBy} 前确认。这是一年期产品，不保证续保。扣费之前随时可以关闭。
          <a className="link sentence-link" href="#/withhold">
            不想扣，去关闭或跳过
          </a>
        </Notice>
      </div>
      <ReadingSheet reading={reading} productId={year.editionCode} onRead={() => setProblem(null)} />
    </Page>
  );
}

function difference({ unitFen, formerUnitFen }: ComingYear): string {
  if (unitFen === formerUnitFen) return '，没有变';
  const yuan = formatYuan(Math.abs(unitFen - formerUnitFen));
  return unitFen > formerUnitFen ? `，多 ${yuan} 元` : `，少 ${yuan} 元`;
}
