import './withhold.css';
import '../../ui/form.css';
import type { WithholdingContractValue } from '@huimin/contract';
import { formatYuan } from '@huimin/domain/money';
import { CONSENT_VERSION, consentLines } from '@huimin/domain/withholding';
import { useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useLookAgain } from '../../api/use-look-again.ts';
import { useChannel, useNavigation, useProduct, useQuery } from '../../context/index.ts';
import {
  Button,
  Card,
  confirmDialog,
  EmptyState,
  inWords,
  Notice,
  Page,
  PhoneLink,
  Section,
  Skeleton,
  Switch,
  Tag,
} from '../../ui/index.ts';
import { Timeline } from '../../ui/timeline.tsx';
import { LoadProblem } from '../pay/load-problem.tsx';
import { Terms } from './coming-year.tsx';
import { keepLeft, takeLeft, wayBack } from './way-back.ts';

const TITLE = '自动扣费管理';
/** While a signature or an end is under way the page looks again. */
const LOOK_AGAIN_MS = 5_000;

/** #/withhold: automatic re-application of one's orders, with one switch each. */
export default function WithholdPage() {
  const withholdings = useCall(calls.queryWithholdings, {}, { quietFailure: true });
  const { value, failure, reload } = withholdings;
  const [closedNo, setClosedNo] = useState<string | null>(null);
  const isMoving = value?.contracts.some(({ status, closing }) => closing || status === 'SIGNING') ?? false;
  useLookAgain(withholdings, { when: isMoving, everyMs: LOOK_AGAIN_MS });
  useWayBack();

  if (!value && failure) return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
  return (
    <Page title={inWords(TITLE)} lead="开不开由您决定，随时可以关">
      {!value && (
        <Card>
          <Skeleton lines={[44, 22, 22, 22]} />
        </Card>
      )}
      {value?.contracts.length === 0 && <NoneYet />}
      {value?.contracts.map((contract) => (
        <Contract
          key={contract.orderNo}
          contract={contract}
          isJustClosed={closedNo === contract.contractNo}
          onChanged={reload}
          onClosed={() => {
            setClosedNo(contract.contractNo);
            reload();
          }}
        />
      ))}
    </Page>
  );
}

/** Back from the provider's page: what was handed on is put into the address again. */
function useWayBack(): void {
  const { navigate } = useNavigation();
  const present = useQuery().toString();
  useEffect(() => {
    const left = takeLeft();
    const way = left === null ? null : wayBack(left, present);
    if (way?.kind === 'load') window.location.replace(way.address);
    else if (way) navigate(way.to, { replace: true });
  }, [navigate, present]);
}

function NoneYet() {
  return (
    <EmptyState
      title="您没有开通自动扣费"
      lead="在微信里付款时可以选择明年自动重新投保，默认不开"
      action={
        <Button kind="neutral" href="#/orders">
          去看订单
        </Button>
      }
    />
  );
}

type ContractProps = {
  contract: WithholdingContractValue;
  isJustClosed: boolean;
  onClosed: () => void;
  onChanged: () => void;
};

function Contract({ contract, isJustClosed, onClosed, onChanged }: ContractProps) {
  const { tel } = useProduct();
  const { standing, closing, people } = contract;
  const names = people.map(({ name }) => name).join('、');
  const { change, problem } = useSwitch(contract, onClosed);
  const isEnded = contract.status.startsWith('ENDED');
  return (
    <section className="withhold" aria-label={`自动重新投保，${names}`}>
      {isJustClosed && !standing && (
        <div className="mt3" role="status">
          {closing ? (
            <Notice title="正在关闭自动重新投保">已经记下，从现在起不会扣费。正在等微信确认。</Notice>
          ) : (
            <Notice tone="ok" title="您已关闭自动重新投保，已生效保单不受影响">
              {contract.toldOfEnd ? '以后不会从微信支付扣款。关闭短信已发。' : '以后不会从微信支付扣款。'}
            </Notice>
          )}
        </div>
      )}
      {problem && (
        <Notice tone="warn" alert>
          {problem}
        </Notice>
      )}
      <Card flush className="withhold-switch mt3">
        <Switch
          label="自动重新投保"
          note={
            <>
              {`${contract.productShortName}　`}
              <span data-pii>
                {people.map(({ name }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the people of a contract never change places
                  <span className="nowrap" key={at}>
                    {name}
                    {at < people.length - 1 && '、'}
                  </span>
                ))}
              </span>
            </>
          }
          tag={<Tag tone={standing ? 'ok' : 'neutral'}>{shortLabel(contract)}</Tag>}
          checked={standing}
          onChange={(on) => void change(on)}
        />
      </Card>
      {standing && <Terms contract={contract} names={names} onChanged={onChanged} />}
      {contract.history.length > 0 && (
        <Section title="扣费记录">
          <Card>
            <Timeline
              steps={stepsOf(contract).map(({ state, title, note, amountFen, at }) => ({
                ...{ state, title, note },
                sum: amountFen === null ? undefined : `${formatYuan(amountFen)} 元`,
                when: at,
              }))}
            />
          </Card>
        </Section>
      )}
      {standing && (
        <p className="note mt4">
          想关闭，点上面的开关，确认一次就好。也可以打 <PhoneLink tel={tel} />。
        </p>
      )}
      {isEnded && <p className="note mt4">{contract.editionYear + 1} 年想买，开售后自己来参保就行。</p>}
    </section>
  );
}

/** What comes next stands above what has happened. */
function stepsOf({ standing, comingYear, status, editionYear, history }: WithholdingContractValue) {
  if (!standing || comingYear) return history;
  const next = {
    state: 'next' as const,
    title: `${editionYear + 1} 版开售后，会先发短信告诉您`,
    note: status === 'PAUSED' ? '您确认了才会扣费' : '日子以公告为准',
    ...{ amountFen: null, at: null },
  };
  return [next, ...history];
}

function shortLabel({ standing, closing, status, statusLabel }: WithholdingContractValue): string {
  if (closing) return '正在关闭';
  if (standing) return '已开通';
  if (status.startsWith('ENDED')) return '已关闭';
  return status === 'UNSIGNED' ? '没有开通' : statusLabel;
}

/** One confirmation each way. Opening goes on at the provider's page, inside the messaging app. */
function useSwitch(contract: WithholdingContractValue, onClosed: () => void) {
  const channel = useChannel();
  const [close] = useAction(calls.closeWithholding, { quietFailure: true });
  const [open] = useAction(calls.openWithholding, { quietFailure: true });
  const [problem, setProblem] = useState<string | null>(null);
  const names = contract.people.map(({ name }) => name).join('、');

  const switchOff = async () => {
    const sure = await confirmDialog({
      title: '关闭自动重新投保？',
      body: `关闭后，${contract.editionYear + 1} 年不会自动扣费。${names} ${contract.editionYear} 年的保单不受影响。`,
      confirm: '关闭',
      cancel: '先不关',
    });
    if (!sure) return;
    const reply = await close({ contractNo: contract.contractNo });
    if (reply.ok) onClosed();
    else setProblem(reply.name === 'no-reply' ? '没有连上，还没有关闭。请检查网络后再试' : reply.message);
  };

  const switchOn = async () => {
    if (contract.closing) return setProblem('正在等微信确认，请稍后再看');
    if (!contract.reopenable) return setProblem('这笔订单现在不能开通自动重新投保');
    if (channel.kind !== 'wechat') return setProblem('请在微信里打开这个页面开通');
    const lines = consentLines({ limitFen: contract.limitFen, peopleCount: contract.people.length });
    const sure = await confirmDialog({
      title: '开通自动重新投保？',
      body: lines.join(''),
      confirm: '去微信签约',
      cancel: '先不开',
    });
    if (!sure) return;
    const reply = await open({ orderNo: contract.orderNo, consentVersion: CONSENT_VERSION });
    if (reply.ok) {
      keepLeft(window.location.hash);
      window.location.href = reply.value.signUrl;
    } else setProblem(reply.name === 'no-reply' ? '没有连上，还没有开通。请检查网络后再试' : reply.message);
  };

  return {
    problem,
    change: (on: boolean) => {
      setProblem(null);
      return on ? switchOn() : switchOff();
    },
  };
}
