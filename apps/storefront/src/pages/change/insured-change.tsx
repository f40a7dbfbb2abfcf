import type { ChangeOverviewValue } from '@huimin/contract';
import { relationshipLabel } from '@huimin/domain/order';
import { useNavigation, useQuery } from '../../context/index.ts';
import { openChange } from '../../features/changes/change-words.ts';
import { HALF_FILLED_CHANGE } from '../../features/changes/half-filled-change.ts';
import { Button, Card, Monogram, Page, Row } from '../../ui/index.ts';
import { ChangeConfirm } from './change-confirm.tsx';
import { ChangeStatus, Earlier } from './change-status.tsx';
import { IdentityChange } from './identity-change.tsx';
import { NotOffered } from './not-offered.tsx';

type Props = { title: string; overview: ChangeOverviewValue; reload: () => void };

/** #/fixInfoDetail: an insured person's data, or how a request about them is getting on. */
export function InsuredChange({ title, overview, reload }: Props) {
  const query = useQuery();
  const { navigate, goBack } = useNavigation();
  const { orderNo, people, changes, draft } = overview;
  const person = people.find(({ policyNo }) => policyNo === query.get('policyNo'));
  const insured = changes.filter(({ subject }) => subject === 'insured');
  if (!person) {
    return (
      <Page title={title} lead="请选择要改谁的信息">
        <Card flush>
          {people.map(({ policyNo, name, relationship, offered, notOffered }) => (
            <Row
              key={policyNo}
              icon={<Monogram name={name} />}
              label={name}
              note={offered ? relationshipLabel(relationship) : notOffered}
              {...(offered ? { href: `#/fixInfoDetail?orderNo=${orderNo}&policyNo=${policyNo}` } : {})}
            />
          ))}
        </Card>
        {insured.length > 0 && <Earlier changes={insured} />}
        {!people.some(({ offered }) => offered) && (
          <p className="mt4 center">
            <Button kind="neutral" href={`#/orderDetail?orderNo=${orderNo}`}>
              返回订单
            </Button>
          </p>
        )}
      </Page>
    );
  }
  const { policyNo } = person;
  const shown = query.get('changeNo');
  const change = shown === null ? openChange(overview, policyNo) : changes.find(({ changeNo }) => changeNo === shown);
  const to = (changeNo: string) =>
    navigate(`/fixInfoDetail?orderNo=${orderNo}&policyNo=${policyNo}&changeNo=${changeNo}`, { replace: true });
  if (change) return <ChangeStatus overview={overview} change={change} reload={reload} onAgain={() => to('new')} />;
  if (!person.offered) return <NotOffered title={title} text={person.notOffered} orderNo={orderNo} />;
  const done = (changeNo: string) => {
    void HALF_FILLED_CHANGE.store().discard();
    reload();
    to(changeNo);
  };
  if (draft?.change.policyNo === policyNo) {
    return <ChangeConfirm overview={overview} plan={draft} onBack={() => to('new')} onDone={done} />;
  }
  return (
    <IdentityChange
      key={policyNo}
      overview={overview}
      person={person}
      onBack={() => goBack(`/orderDetail?orderNo=${orderNo}`)}
      onDone={done}
    />
  );
}
