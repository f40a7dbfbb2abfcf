import type { WithholdingContractValue } from '@huimin/contract';
import { formatDateTime } from '@huimin/domain/date';
import { answerByMs, type ConfirmReason, OPEN_RUN, runStatusLabel } from '@huimin/domain/withholding';
import type { RunRow } from './run-store.ts';
import { changesOf, coverageOf } from './run-terms.ts';
import type { WithholdingDependencies } from './withholding-deps.ts';

type ComingYear = NonNullable<WithholdingContractValue['comingYear']>;

const REASONS: Readonly<Record<ConfirmReason, string>> = {
  price: '价格变了',
  cover: '保障变了',
  documents: '条款的文字变了',
  upgraded: '有人升级过，这里投保的还是签约时的方案',
  'later-year': '签约时只说好了第一年',
  paused: '上一年没有扣成，停下来了',
  limit: '超过了签约时说好的金额',
};

/** What is planned by a contract, as its payer sees it; null when nothing is. */
export function comingYear(
  deps: Pick<WithholdingDependencies, 'editions'>,
  run: RunRow | undefined,
  coverEdition: string,
): ComingYear | null {
  const edition = run && deps.editions.edition(run.edition_code);
  if (!run || !edition || !OPEN_RUN.includes(run.status)) return null;
  return {
    editionCode: edition.code,
    editionYear: edition.document.editionYear,
    productName: edition.document.proName,
    coverage: coverageOf(edition),
    stage: run.status === 'ASKING' ? 'asking' : run.status === 'CHARGING' ? 'running' : 'planned',
    stageLabel: runStatusLabel(run.status),
    peopleCount: run.people_count,
    unitFen: run.unit_fen,
    formerUnitFen: run.former_unit_fen,
    amountFen: run.amount_fen,
    chargeOn: run.charge_on,
    answerBy: formatDateTime(answerByMs(run.due_on)),
    reasons: run.reasons.map((reason) => REASONS[reason]),
    changes: changesOf(deps, coverEdition, edition.code).map(({ title, before, after }) => ({ title, before, after })),
    documents: [...edition.documents.values()]
      .filter(({ required }) => required)
      .map(({ key, title, version }) => ({ key, title, version })),
  };
}
