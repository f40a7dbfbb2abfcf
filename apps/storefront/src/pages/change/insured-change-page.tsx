import './change.css';
import { relationshipLabel } from '@huimin/domain/order';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useNavigation, useQuery } from '../../context/index.ts';
import { openChange } from '../../features/changes/change-words.ts';
import { Card, Monogram, Page, Row, Skeleton } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';
import { ChangeConfirm } from './change-confirm.tsx';
import { ChangeStatus, Earlier } from './change-status.tsx';
import { IdentityChange } from './identity-change.tsx';
import { NotOffered } from './payer-change-page.tsx';

const TITLE = '修改个人信息';

/** #/fixInfoDetail: an insured person's data, or how a request about them is getting on. */
export function InsuredChangePage({ orderNo }: { orderNo: string }) {
  const query = useQuery();
  const draftNo = query.get('draftNo');
  const { navigate, goBack } = useNavigation();
  const { value, failure, reload } = useCall(
    calls.queryChanges,
    { orderNo, ...(draftNo ? { draftNo } : {}) },
    { overlay: false, quietFailure: true },
  );
  if (!value && failure) return <LoadProblem title={TITLE} failure={failure} onReload={reload} />;
  if (!value) {
    return (
      <Page title={TITLE}>
        <Card>
          <Skeleton lines={[44, 22, 44, 44]} />
        </Card>
      </Page>
    );
  }
  const person = value.people.find(({ policyNo }) => policyNo === query.get('policyNo'));
  const insured = value.changes.filter(({ subject }) => subject === 'insured');
  if (!person) {
    return (
      <Page title={TITLE} lead="请选择要改谁的信息">
        <Card flush>
          {value.people.map(({ policyNo, name, relationship, offered, notOffered }) => (
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
      </Page>
    );
  }
  const { policyNo } = person;
  const shown = query.get('changeNo');
  const change =
    shown === null ? openChange(value, policyNo) : (value.changes.find(({ changeNo }) => changeNo === shown) ?? null);
  const to = (changeNo: string) =>
    navigate(`/fixInfoDetail?orderNo=${orderNo}&policyNo=${policyNo}&changeNo=${changeNo}`, { replace: true });
  if (change) return <ChangeStatus overview={value} change={change} reload={reload} onAgain={() => to('new')} />;
  if (!person.offered) return <NotOffered title={TITLE} text={person.notOffered} overview={value} />;
  const done = (changeNo: string) => {
    reload();
    to(changeNo);
  };
  if (value.draft?.change.policyNo === policyNo) {
    return <ChangeConfirm overview={value} plan={value.draft} onBack={() => to('new')} onDone={done} />;
  }
  return (
    <IdentityChange
      key={policyNo}
      overview={value}
      person={person}
      onBack={() => goBack(`/orderDetail?orderNo=${orderNo}`)}
      onDone={done}
    />
  );
}
