import '../../ui/controls.css';
import { addDays, beijingDate, formatDateTime, formatDotDate } from '@huimin/domain/date';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useOpenFlow, useProduct, useServerClock } from '../../context/index.ts';
import { whyStopped } from '../../features/sale/again-words.ts';
import {
  Button,
  Card,
  EmptyState,
  Icon,
  iconCheckCircle,
  KeyValues,
  Notice,
  Page,
  Section,
  Skeleton,
} from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import './ways.css';

/** #/mid: joining after the main window; who may, from when cover begins, and the way in. */
export default function MidPage() {
  const product = useProduct();
  const clock = useServerClock();
  const flow = useOpenFlow();
  const open = flow === 'mid';
  const stopped = whyStopped(product.salePauses);
  const mid = product.flows?.mid;
  const rules = useCall(
    calls.midYearRules,
    { productId: product.editionCode },
    { when: mid !== undefined, quietFailure: true },
  );
  if (!mid) {
    return (
      <Page title="中途参保">
        <EmptyState
          title="这个产品不办理中途参保"
          lead="请在参保期内办理"
          action={<Button href="#/index">返回首页</Button>}
        />
      </Page>
    );
  }
  if (rules.failure) return <LoadProblem title="中途参保" failure={rules.failure} onReload={rules.reload} />;
  const reasons = rules.value?.reasons ?? null;
  const firstDay = addDays(beijingDate(clock.now()), mid.waitingDays + 1);
  return (
    <Page title="中途参保" lead="参保期过了，符合下面情况的人还可以参保">
      <Section title="哪些人可以">
        {reasons === null && <Skeleton lines={[44, 44, 44]} />}
        <ul className="card card-flush ways-reasons">
          {reasons?.map((reason) => (
            <li key={reason.code}>
              <Icon name={iconCheckCircle} size={20} />
              <span>
                <b>{reason.label}</b>
                <small>{reason.detail}</small>
              </span>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="什么时候开始保">
        <Card>
          <KeyValues
            items={[
              {
                label: '办理时间',
                value: `${formatDateTime(mid.from).slice(0, 10)} 到 ${formatDateTime(mid.until).slice(0, 10)}`,
                num: true,
              },
              { label: '等待期', value: `${mid.waitingDays} 天`, num: true },
              ...(open
                ? [
                    {
                      label: '今天办',
                      value: `${formatDotDate(firstDay > product.validDate ? firstDay : product.validDate)} 起保到 ${formatDotDate(product.invalidDate)}`,
                      num: true,
                    },
                  ]
                : []),
            ]}
          />
        </Card>
        <p className="note mt2">等待期内发生的费用不赔。保费和参保期内一样。</p>
      </Section>
      {open ? (
        <div className="buttons mt6">
          <Button block href="#/beforeAuthUser">
            开始办理
          </Button>
          {reasons?.some((reason) => reason.proof === 'paper') && (
            <Button kind="neutral" block href="#/midApply">
              交材料，确认资格
            </Button>
          )}
        </div>
      ) : (
        <div className="mt4">
          <Notice title="现在不办理中途参保">
            {flow === 'normal'
              ? '正在参保期内，可以直接参保。'
              : stopped
                ? `${stopped}。`
                : '到了办理时间，从本页直接办理。'}
          </Notice>
          <div className="buttons mt6">
            {flow === 'normal' && (
              <Button block href="#/beforeAuthUser">
                去参保
              </Button>
            )}
            <Button kind="neutral" block href="#/index">
              返回首页
            </Button>
          </div>
        </div>
      )}
    </Page>
  );
}
