import type { MemberViewValue } from '@huimin/contract';
import { beijingDate } from '@huimin/domain/date';
import { needsGuardianConsent, OTHER_RELATIONSHIP, relationshipDoubt, SELF } from '@huimin/domain/order';
import { IDENTITY_CARD, idNumberFeedback } from '@huimin/domain/person';
import { type FormEvent, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useCall } from '../../api/use-call.ts';
import { useNavigation, useProduct, useQuery, useServerClock } from '../../context/index.ts';
import { useHalfFilled } from '../../context/use-half-filled.ts';
import { DocumentSheet } from '../../features/documents/document-sheet.tsx';
import { useDraft } from '../../features/draft-order/browser-draft.ts';
import { withCorrectedPeople, withMembers } from '../../features/draft-order/order-draft.ts';
import { HALF_FILLED_MEMBER } from '../../features/insured/half-filled-member.ts';
import {
  birthDateOf,
  changesOf,
  detailsOf,
  errorsOf,
  type MemberErrors,
  type MemberField,
  type MemberForm,
  type MemberProblem,
  memberProblems,
  serverProblems,
  stillWrong,
} from '../../features/insured/member-form.ts';
import { PAPER_TYPES } from '../../features/insured/paper-fields.tsx';
import { noteRemoved } from '../../features/insured/removed-member.ts';
import { RegionPicker } from '../../features/region/region-picker.tsx';
import { ElderHelp } from '../../features/support/elder-help.tsx';
import {
  Agree,
  Bar,
  Button,
  confirmDialog,
  ErrorSummary,
  goToField,
  InlineLink,
  inWords,
  Page,
  RestoredNotice,
  Skeleton,
  toast,
} from '../../ui/index.ts';
import { BarTip } from './bar-tip.tsx';
import { CardPhoto } from './card-photo.tsx';
import { fieldId, MemberFields } from './member-fields.tsx';

type Props = {
  title: string;
  /** The person that is being changed; null for a new one. */
  kept: MemberViewValue | null;
  blank: MemberForm;
  /** Fills the phone when the relation becomes 本人; '' when it is not known. */
  ownPhone: string;
  /** The account's own person, against whom relations are weighed; null while there is none. */
  payer: MemberViewValue | null;
};

const LABELS: Record<MemberField, string> = {
  relationship: '与您的关系',
  relationshipNote: '具体是什么关系',
  name: '姓名',
  idType: '证件类型',
  idNumber: '证件号码',
  birthDate: '出生日期',
  sex: '性别',
  phone: '手机号',
  regionCode: '医保所在地',
  medicalType: '医保类型',
  consent: '同意',
  guardianConsent: '监护人同意',
};

/** The form of one person, from typing to saved. */
export function MemberEditor({ title, kept, blank, ownPhone, payer }: Props) {
  const product = useProduct();
  const clock = useServerClock();
  const { goBack } = useNavigation();
  const listPath = useQuery().get('for') === 'family' ? '/home-list' : '/beforeAuthUser';
  const { change: changeDraft } = useDraft(product.editionCode);
  const { form, restored, change, discard } = useHalfFilled(HALF_FILLED_MEMBER, kept?.memberId ?? null, blank);
  const [consent, setConsent] = useState(false);
  const [guardianConsent, setGuardianConsent] = useState(false);
  const [errors, setErrors] = useState<MemberErrors>({});
  const [summary, setSummary] = useState<{ problems: readonly MemberProblem[]; submission: number }>({
    problems: [],
    submission: 0,
  });
  const [failure, setFailure] = useState<string | null>(null);
  const [picking, setPicking] = useState(false);
  const [reading, setReading] = useState(false);
  const [add, adding] = useAction(calls.addMember, { quietFailure: true });
  const [update, updating] = useAction(calls.updateMember, { quietFailure: true });
  const idTypes = useCall(calls.dictData, { code: 'id_type' }, { quietFailure: true, overlay: false });

  if (form === null) {
    return (
      <Page title={inWords(title)}>
        <Skeleton lines={[64, 64, 64, 64]} />
      </Page>
    );
  }

  const birthDate = birthDateOf(form, kept);
  const young =
    birthDate !== null &&
    birthDate <= beijingDate(clock.now()) &&
    needsGuardianConsent(form.relationship, birthDate, clock.now());
  const doubt =
    birthDate === null || form.relationship === '' || errors.relationship
      ? null
      : relationshipDoubt(form.relationship, birthDate, payer?.birthDate ?? null, clock.now());

  const problemsOf = (next: MemberForm, agreed: boolean, guardian = guardianConsent) =>
    memberProblems(next, { nowMs: clock.now(), kept, consent: agreed, guardianConsent: guardian });

  const follow = (next: MemberForm, agreed: boolean, guardian = guardianConsent) => {
    const present = problemsOf(next, agreed, guardian);
    // A number that is complete and wrong is said at once, not only when the field is left.
    const today = beijingDate(clock.now());
    const { idNumber } = errorsOf(present);
    const wrong =
      next.idType === IDENTITY_CARD && idNumberFeedback(next.idNumber, { todayBeijing: today }).tone === 'error';
    setErrors((shown) => ({ ...stillWrong(shown, present), ...(wrong && idNumber ? { idNumber } : {}) }));
    setSummary((before) => ({
      ...before,
      problems: before.problems.filter(({ field }) => present.some((problem) => problem.field === field)),
    }));
  };

  const edit = (next: MemberForm) => {
    const becameSelf = next.relationship === SELF && form.relationship !== SELF;
    const filled = becameSelf && next.phone === '' && kept === null ? { ...next, phone: ownPhone } : next;
    change(filled);
    setFailure(null);
    follow(filled, consent);
  };
  const leave = (field: MemberField) => {
    const message = problemsOf(form, consent).find((problem) => problem.field === field)?.message;
    // An untouched field is not wrong yet.
    if (message && form[field as keyof MemberForm] !== '') setErrors((shown) => ({ ...shown, [field]: message }));
  };
  const show = (problems: readonly MemberProblem[]) => {
    setErrors(errorsOf(problems));
    setSummary((before) => ({ problems, submission: before.submission + 1 }));
    const [first] = problems;
    if (problems.length === 1 && first) goToField(fieldId(first.field));
  };

  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    setFailure(null);
    const problems = problemsOf(form, consent);
    show(problems);
    if (problems.length > 0) return;
    const guardian = young ? { guardianConsent: true as const } : {};
    const reply = kept
      ? await update({ memberId: kept.memberId, details: { ...changesOf(form, kept), ...guardian } })
      : await add({ ...detailsOf(form), ...guardian });
    if (reply.ok || reply.name === 'no-reply') changeDraft(withCorrectedPeople);
    if (reply.ok) {
      discard();
      toast('已保存', { kind: 'ok' });
      return goBack(listPath);
    }
    if (reply.name === 'no-reply') return setFailure(failureText(reply, '没有保存。您填的内容还在'));
    if (reply.name === 'not-logged-in') return;
    const said = serverProblems(reply.result);
    if (said.length > 0) show(said);
    else setFailure(reply.message);
  };

  const remove = async () => {
    if (!kept) return;
    const yes = await confirmDialog({
      title: `删除${kept.name}`,
      body: '删除后不再出现在名单里，10 分钟内可以撤销。已经买好的保障不受影响',
      confirm: '删除',
      cancel: '取消',
    });
    if (!yes) return;
    const reply = await update({ memberId: kept.memberId, remove: true });
    if (!reply.ok) return setFailure(failureText(reply, '没有删除'));
    discard();
    changeDraft((draft, making) =>
      withMembers(
        draft,
        draft.memberIds.filter((id) => id !== kept.memberId),
        making,
      ),
    );
    noteRemoved({ memberId: kept.memberId, name: kept.name, removedAtMs: Date.now() });
    toast('已删除', { kind: 'ok' });
    goBack(listPath);
  };

  return (
    <Page
      className="insure-page member-form"
      title={inWords(title)}
      lead={`请按${form.idType === IDENTITY_CARD ? '身份证' : '证件'}填写，信息要和医保一致`}
      bar={
        <Bar tip={failure && <BarTip wrong>{failure}</BarTip>}>
          <Button busy={adding.busy || updating.busy} onPress={() => void save()}>
            保存
          </Button>
        </Bar>
      }
    >
      {restored && (
        <RestoredNotice
          onClear={() => {
            discard(blank);
            setErrors({});
          }}
        />
      )}
      {product.idCardReading && (
        <CardPhoto
          onRead={({ name, idNumber }) =>
            edit({
              ...form,
              idType: IDENTITY_CARD,
              name: name ?? form.name,
              idNumber: idNumber ?? (form.idType === IDENTITY_CARD ? form.idNumber : ''),
            })
          }
        />
      )}
      <ErrorSummary
        problems={summary.problems.map(({ field, message }) => ({
          fieldId: fieldId(field),
          label: LABELS[field],
          message,
        }))}
        submission={summary.submission}
      />
      <form className="card mt3" noValidate onSubmit={(event) => void save(event)}>
        <MemberFields
          form={form}
          errors={errors}
          kept={kept}
          idTypes={idTypes.value?.map(({ value, label }) => ({ value, label })) ?? PAPER_TYPES}
          nowMs={clock.now()}
          doubt={doubt?.kind === 'doubtful' ? doubt.message : null}
          onChange={edit}
          onLeave={leave}
          onRegion={() => setPicking(true)}
        />
      </form>
      <div className="mt3">
        <Agree
          id={fieldId('consent')}
          checked={consent}
          error={errors.consent}
          onChange={(checked) => {
            setConsent(checked);
            follow(form, checked);
          }}
        >
          {consentWords(form)}
          <InlineLink href="#/agreement" onPress={() => setReading(true)}>
            《个人信息授权书》
          </InlineLink>
        </Agree>
        {young && (
          <Agree
            id={fieldId('guardianConsent')}
            checked={guardianConsent}
            error={errors.guardianConsent}
            onChange={(checked) => {
              setGuardianConsent(checked);
              follow(form, consent, checked);
            }}
          >
            孩子不满 14 周岁。我是监护人，或已取得监护人的同意，可以填写孩子的信息
          </Agree>
        )}
      </div>
      <div className="center">
        <Button kind="text" small href="#/beforeAddDesc">
          为什么要填这些？
        </Button>
        {kept && (
          <Button kind="text" small onPress={() => void remove()}>
            删除这位家人
          </Button>
        )}
      </div>
      <ElderHelp />
      <RegionPicker
        open={picking}
        chosen={form.regionCode || null}
        onConfirm={(regionCode) => {
          edit({ ...form, regionCode });
          setPicking(false);
        }}
        onClose={() => setPicking(false)}
      />
      <DocumentSheet
        pageKey={reading ? 'family-authorisation' : null}
        title="个人信息授权书"
        productId={product.editionCode}
        onClose={() => setReading(false)}
      />
    </Page>
  );
}

function consentWords({ relationship, relationshipNote }: MemberForm): string {
  if (relationship === SELF) return '我同意提供以上信息用于参保，见';
  if (relationship !== OTHER_RELATIONSHIP) return '家人同意我代为填写，见';
  const who = relationshipNote.trim();
  return `${who ? `这位亲属（${who}）` : '对方'}已经同意由我填写信息并为其参保，见`;
}
