import '../../ui/controls.css';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useCanChoosePeople } from '../../features/sale/use-can-choose-people.ts';
import { Button, Card, EmptyState, inWords, KeyValues, Page, Row, Section, Skeleton, Tag } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';

const TITLE = '往年参保名单';

/** #/holderList: whom the policyholder insured in the editions before. Nobody is chosen for them. */
export default function HolderListPage() {
  const { value, failure, reload } = useCall(calls.holderList, {}, { overlay: false, quietFailure: true });
  const canBuy = useCanChoosePeople();
  if (!value && failure) return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
  if (!value) {
    return (
      <Page title={inWords(TITLE)}>
        <Skeleton lines={[56, 56, 56]} />
      </Page>
    );
  }
  if (value.editions.length === 0) {
    return (
      <Page title={inWords(TITLE)}>
        <EmptyState
          title="没有往年的参保记录"
          lead="这里只显示用这个手机号付过款的名单"
          action={<Button href="#/index">去首页</Button>}
        />
      </Page>
    );
  }
  return (
    <Page title={inWords(TITLE)} lead="号码只显示一部分，保护您的信息">
      {value.editions.map((edition) => (
        <Section key={edition.editionCode} title={`${edition.editionYear} 年`}>
          <Card>
            <KeyValues
              items={[
                { label: '产品', value: edition.productName },
                { label: '缴费人', value: edition.holder.name },
                { label: '缴费人证件', value: edition.holder.idNumberMasked, num: true },
              ]}
            />
          </Card>
          <Card flush className="mt3">
            {edition.insured.map((one) => (
              <Row
                key={`${one.orderNo} ${one.idNumberMasked} ${one.name}`}
                href={`#/orderDetail?orderNo=${one.orderNo}`}
                label={one.name}
                note={
                  <span className="num">
                    {one.idNumberMasked} · <span className="nowrap">{one.regionText}</span>
                  </span>
                }
                value={one.isVoid ? <Tag>已退保</Tag> : null}
              />
            ))}
          </Card>
        </Section>
      ))}
      {canBuy && (
        <div className="mt4">
          <Button block href="#/beforeAuthUser">
            今年也参保
          </Button>
        </div>
      )}
    </Page>
  );
}
