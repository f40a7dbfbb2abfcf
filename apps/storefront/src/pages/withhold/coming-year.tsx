import type { WithholdingContractValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { formatYuan } from '@huimin/domain/money';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useElderMode } from '../../context/index.ts';
import { Button, Card, confirmDialog, KeyValues, Notice } from '../../ui/index.ts';

type Props = { contract: WithholdingContractValue; names: string; onChanged: () => void };

/** What a contract that stands will take next, and the ways to say yes or not this year. */
export function Terms({ contract, names, onChanged }: Props) {
  const elder = useElderMode();
  const { comingYear, people } = contract;
  const skip = useSkip(contract, names, onChanged);
  const isAsking = comingYear?.stage === 'asking';
  return (
    <>
      {isAsking && (
        <Notice
          tone="warn"
          title={`${comingYear.editionYear} 版开售了，${contract.status === 'PAUSED' ? '要不要接着扣' : '请您确认'}`}
        >
          {comingYear.reasons.join('，')}。{comingYear.answerBy} 前没有确认，就不扣费，也不投保。
        </Notice>
      )}
      {skip.problem && (
        <Notice tone="warn" alert>
          {skip.problem}
        </Notice>
      )}
      <Card>
        <KeyValues
          items={[
            {
              label: elder ? '给谁买' : '给谁',
              value: `${names}，${comingYear?.peopleCount ?? people.length} 人`,
              pii: true,
            },
            comingYear
              ? { label: '下次扣多少', value: `${formatYuan(comingYear.amountFen)} 元`, num: true }
              : { label: '每次最多扣', value: `${formatYuan(contract.limitFen)} 元`, num: true },
            {
              label: '下次扣费日',
              value: comingYear
                ? `${formatDotDate(comingYear.chargeOn)}${isAsking ? '，您确认了才扣' : ''}`
                : `${contract.editionYear + 1} 版开售后，以公告为准`,
            },
            { label: '从哪里扣', value: contract.methodLabel },
            { label: '扣之前', value: '一般提前 30、7、1 天发短信' },
            ...(comingYear && comingYear.stage !== 'asking' ? [{ label: '现在', value: comingYear.stageLabel }] : []),
          ]}
        />
      </Card>
      {comingYear && comingYear.stage !== 'running' && (
        <div className="withhold-actions">
          {isAsking && <Button href={`#/withhold-confirm?contractNo=${contract.contractNo}`}>看变化，再决定</Button>}
          <Button kind="neutral" busy={skip.busy} onPress={() => void skip.ask()}>
            {comingYear.editionYear} 年不扣，以后再说
          </Button>
        </div>
      )}
      {!isAsking && <Notice title="价格或保障变了，会先问您">您没有确认，就不扣费，也不投保。</Notice>}
    </>
  );
}

/** One confirmation; the contract stays. */
function useSkip(contract: WithholdingContractValue, names: string, onChanged: () => void) {
  const [skip, { busy }] = useAction(calls.skipWithholding, { quietFailure: true });
  const [problem, setProblem] = useState<string | null>(null);
  const { comingYear, contractNo } = contract;
  const ask = async () => {
    if (!comingYear) return;
    setProblem(null);
    const sure = await confirmDialog({
      title: `${comingYear.editionYear} 年不扣费？`,
      body: `${names}不会自动投保 ${comingYear.editionYear} 年的保障，想买可以在参保结束前自己来买。自动重新投保还开着。`,
      confirm: '这一年不扣',
      cancel: '先不改',
    });
    if (!sure) return;
    const reply = await skip({ contractNo, editionCode: comingYear.editionCode });
    if (reply.ok) onChanged();
    else setProblem(reply.name === 'no-reply' ? '没有连上，还没有改。请检查网络后再试' : reply.message);
  };
  return { ask, busy, problem };
}
