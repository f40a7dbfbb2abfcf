import '../../ui/controls.css';
import { formatDateTime, formatDotRange } from '@huimin/domain/date';
import { saidYuan } from '@huimin/domain/money';
import { pauseOfAll } from '@huimin/domain/product';
import { useNotYetOnSale, useOpenFlow, useProduct, useSaleWindow } from '../../context/index.ts';
import { lowestPremium, salePhase } from '../../features/sale/sale-words.ts';
import { Button, Card, KeyValues, Notice, Page } from '../../ui/index.ts';

/** #/beforeIndex: the way in before the sale for those who were covered before; the sale itself once it has begun. */
export default function EarlyPage() {
  const product = useProduct();
  const flow = useOpenFlow();
  const phase = salePhase(useSaleWindow(), useNotYetOnSale());
  const over = flow === null && phase !== 'before' && phase !== 'insureing';
  const { premiumFen, from } = lowestPremium(product.plans);
  const early = flow === 'early';
  const pause = pauseOfAll(product.salePauses);
  return (
    <Page title={early ? '老客户提前参保' : '参保'} lead={product.proName}>
      <Card>
        <KeyValues
          items={[
            { label: '保障期', value: formatDotRange(product.validDate, product.invalidDate), num: true },
            { label: '保费', value: `${saidYuan(premiumFen)} 元 / 人${from ? '起' : ''}`, num: true },
            ...(product.flows?.early
              ? [{ label: '提前参保', value: `${formatDateTime(product.flows.early.from)} 起`, num: true }]
              : []),
            { label: '正式开售', value: formatDateTime(product.insureStart), num: true },
          ]}
        />
      </Card>
      {early && (
        <div className="mt3">
          <Notice title="以前年度参保过的人可以提前办">
            用当时付款的手机号登录，只能为当时参保过的人办理。价格和保障与正式开售后一样。
          </Notice>
        </div>
      )}
      {flow === 'mid' && (
        <div className="mt3">
          <Notice title="参保期已经过了">现在只为新生儿等几种人办理中途参保，过了等待期才开始保。</Notice>
        </div>
      )}
      {flow === null && (
        <div className="mt3">
          {pause ? (
            <Notice title="暂停参保">{pause.text}</Notice>
          ) : over ? (
            <Notice title="本期参保已经结束">已有的保障不受影响。</Notice>
          ) : (
            <Notice title="现在不在参保期内">到了时间，从本页直接参保。</Notice>
          )}
        </div>
      )}
      <div className="buttons mt6">
        {flow !== null && (
          <Button block href={flow === 'mid' ? '#/mid' : '#/beforeAuthUser'}>
            {early ? '为参保过的家人办理' : flow === 'mid' ? '看谁能中途参保' : '去参保'}
          </Button>
        )}
        {over && (
          <Button block href="#/noSale">
            看现在能办什么
          </Button>
        )}
        <Button kind="neutral" block href="#/index">
          先看保什么
        </Button>
      </div>
    </Page>
  );
}
