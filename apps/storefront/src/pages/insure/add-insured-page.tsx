import '../../ui/form.css';
import '../../ui/controls.css';
import './insure.css';
import type { MemberViewValue } from '@huimin/contract';
import { isRelationshipCode, SELF } from '@huimin/domain/order';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useElderMode, useProduct, useQuery } from '../../context/index.ts';
import { keptLoginForm } from '../../features/account/login-memory.ts';
import { emptyMemberForm, formOfMember, type MemberForm } from '../../features/insured/member-form.ts';
import { readChosenRegion } from '../../features/region/chosen-region.ts';
import { Button, EmptyState, inWords, Page, Skeleton } from '../../ui/index.ts';
import { payerOf } from './family.ts';
import { LoadProblem } from './load-problem.tsx';
import { MemberEditor } from './member-editor.tsx';
import { usePurchaseGuard } from './use-purchase-guard.ts';

/** 添加被保险人; with `memberId` in the address it changes a kept person, with `for=family` it came from the family page. */
export default function AddInsuredPage() {
  const query = useQuery();
  const memberId = query.get('memberId');
  if (!usePurchaseGuard({ sale: query.get('for') !== 'family' })) return null;
  return memberId ? <ChangeInsured memberId={memberId} /> : <AddInsured />;
}

function AddInsured() {
  const wanted = useQuery().get('relationship') ?? '';
  const [blank] = useState<MemberForm>(() =>
    withOwnPhone({ ...emptyMemberForm(readChosenRegion()), relationship: isRelationshipCode(wanted) ? wanted : '' }),
  );
  const { editionCode } = useProduct();
  const family = useCall(calls.queryFamily, { productId: editionCode }, { quietFailure: true, overlay: false });
  return (
    <MemberEditor
      title="添加被保险人"
      kept={null}
      blank={blank}
      ownPhone={ownPhone()}
      payer={payerOf(family.value ?? [])}
    />
  );
}

function ChangeInsured({ memberId }: { memberId: string }) {
  const product = useProduct();
  const elder = useElderMode();
  const family = useCall(calls.queryFamily, { productId: product.editionCode }, { quietFailure: true });
  const title = elder ? '修改信息' : '修改被保险人';
  if (family.state === 'failed') return <LoadProblem title={title} failure={family.failure} onReload={family.reload} />;
  if (family.value === null) {
    return (
      <Page title={inWords(title)}>
        <Skeleton lines={[64, 64, 64, 64]} />
      </Page>
    );
  }
  const kept = family.value.find((member) => member.memberId === memberId);
  if (!kept) {
    return (
      <Page title={inWords(title)}>
        <EmptyState
          title="没有找到这位家人"
          lead="可能已经删除了，请从名单里重新进入"
          action={<Button href="#/beforeAuthUser">返回名单</Button>}
        />
      </Page>
    );
  }
  return <Change key={kept.memberId} kept={kept} title={title} payer={payerOf(family.value)} />;
}

function Change({ kept, title, payer }: { kept: MemberViewValue; title: string; payer: MemberViewValue | null }) {
  const [blank] = useState(() => formOfMember(kept));
  return <MemberEditor title={title} kept={kept} blank={blank} ownPhone="" payer={payer} />;
}

/** The phone of this visit's login: nobody has to type their own number twice. */
function ownPhone(): string {
  return keptLoginForm().phone;
}

function withOwnPhone(form: MemberForm): MemberForm {
  return form.relationship === SELF ? { ...form, phone: ownPhone() } : form;
}
