import type { BookingValue } from '@huimin/contract';
import { MOST_BOOKED_PEOPLE } from '@huimin/domain/booking';
import { checkPhone } from '@huimin/domain/person';
import { regionDisplayText } from '@huimin/domain/region';
import { type FormEvent, type ReactNode, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { useNavigation, useProduct, useQuery } from '../../context/index.ts';
import { codeProblem } from '../../features/account/code-problem.ts';
import { keepTicket } from '../../features/booking/kept-ticket.ts';
import { DocumentSheet } from '../../features/documents/document-sheet.tsx';
import { attributionOf } from '../../features/order/order-input.ts';
import { rememberChosenRegion, useChosenRegion } from '../../features/region/chosen-region.ts';
import { RegionPicker } from '../../features/region/region-picker.tsx';
import {
  Agree,
  Bar,
  Button,
  ErrorSummary,
  Field,
  FieldError,
  FormProblem,
  goToField,
  InlineLink,
  Notice,
  Page,
  Row,
  TextInput,
} from '../../ui/index.ts';
import { ProofFields } from './proof-fields.tsx';
import { Stepper } from './stepper.tsx';

type BookingField = 'phone' | 'code' | 'region' | 'agent' | 'agree';
type Problems = Partial<Record<BookingField, string>>;

const LABELS: Record<BookingField, string> = {
  phone: '手机号',
  code: '短信验证码',
  region: '医保所在地',
  agent: '工作人员编号',
  agree: '同意发短信',
};
const FIELDS = Object.keys(LABELS) as BookingField[];
const fieldId = (field: BookingField): string => `booking-${field}`;
const PRIVACY = 'privacy-policy';

type Props = {
  /** Masked, of whoever is logged in; null: the phone has to be typed and shown to be the visitor's. */
  ownPhone: string | null;
  /** What this phone has booked already; booking again changes it. */
  before: BookingValue | null;
  head: ReactNode;
  foot: ReactNode;
};

/** What is asked for a booking: a phone, a place, about how many people. */
export function BookingForm({ ownPhone, before, head, foot }: Props) {
  const { documents, editionCode } = useProduct();
  const { navigate } = useNavigation();
  const origin = attributionOf(useQuery().toString());
  const region = useChosenRegion();
  const [isOwn, setIsOwn] = useState(ownPhone !== null);
  const [proof, setProof] = useState({ phone: '', code: '' });
  const [headCount, setHeadCount] = useState(before?.headCount ?? 1);
  const [agent, setAgent] = useState(origin.agentCode ?? before?.agentCode ?? '');
  const [agreed, setAgreed] = useState(false);
  const [privacyVersion, setPrivacyVersion] = useState(documents.find(({ key }) => key === PRIVACY)?.version ?? 1);
  const [problems, setProblems] = useState<Problems>({});
  const [summary, setSummary] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [picking, setPicking] = useState(false);
  const [reading, setReading] = useState(false);
  const [save, saving] = useAction(calls.saveBooking, { quietFailure: true });

  const show = (found: Problems) => {
    setProblems(found);
    setSummary((count) => count + 1);
    const wrong = FIELDS.filter((field) => found[field]);
    if (wrong.length === 1 && wrong[0]) goToField(fieldId(wrong[0]));
  };
  const clear = (...fields: BookingField[]) => {
    setFailure(null);
    setProblems((shown) =>
      Object.fromEntries(FIELDS.flatMap((one) => (fields.includes(one) ? [] : [[one, shown[one]]]))),
    );
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const phone = checkPhone(proof.phone);
    const found: Problems = {
      ...(isOwn || phone.ok ? {} : { phone: phone.message }),
      ...(isOwn ? {} : { code: codeProblem(proof.code) }),
      ...(region === null ? { region: '请先选择医保所在地' } : {}),
      ...(/^[0-9A-Za-z_-]{0,64}$/.test(agent) ? {} : { agent: '工作人员编号只有字母和数字，请核对，没有就不填' }),
      ...(agreed ? {} : { agree: '请先勾选，同意了才能发短信提醒您' }),
    };
    show(found);
    if (region === null || FIELDS.some((field) => found[field])) return;
    const { shareCode, shareFrom } = origin;
    const reply = await save({
      productId: editionCode,
      ...(isOwn ? {} : { proof }),
      regionCode: region,
      headCount,
      ...(agent ? { agentCode: agent } : {}),
      ...(shareCode ? { shareCode } : {}),
      ...(shareFrom ? { shareFrom } : {}),
      privacyVersion,
      consent: true,
    });
    if (reply.ok) {
      keepTicket(isOwn ? null : reply.value.ticket);
      return navigate(`/bookSuccessfully?bookingNo=${reply.value.booking.bookingNo}`, { replace: true });
    }
    if (reply.name === 'no-reply') return setFailure(noReplyText(reply));
    if (reply.name === 'sms-code-wrong' || reply.name === 'sms-code-expired') return show({ code: reply.message });
    if (reply.name === 'not-logged-in') return setIsOwn(false);
    if (reply.name === 'documents-changed') {
      const version = (reply.result as { version?: unknown } | null)?.version;
      if (typeof version === 'number') setPrivacyVersion(version);
      setAgreed(false);
      return show({ agree: reply.message });
    }
    setFailure(reply.message);
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Page
        className="booking-page"
        bar={
          <Bar>
            <Button type="submit" busy={saving.busy}>
              预约开售提醒
            </Button>
          </Bar>
        }
      >
        {head}
        <ErrorSummary
          problems={FIELDS.flatMap((field) => {
            const message = problems[field];
            return message ? [{ fieldId: fieldId(field), label: LABELS[field], message }] : [];
          })}
          submission={summary}
        />
        {before && (
          <div className="mt3">
            <Notice title="您已经预约过">
              再提交会改成下面填的内容。
              <a className="inline-link" href={`#/bookSuccessfully?bookingNo=${before.bookingNo}`}>
                看我的预约
              </a>
            </Notice>
          </div>
        )}
        <div className="card card-flush mt3">
          {isOwn ? (
            <div className="booking-own">
              <Row
                label="手机号"
                value={<span className="num nowrap">{ownPhone}</span>}
                onPress={() => setIsOwn(false)}
              />
              <p className="note">开售后发一条短信，只用这一次</p>
            </div>
          ) : (
            <ProofFields
              idPrefix="booking"
              hint="开售后发一条提醒短信，不作他用"
              value={proof}
              problems={problems}
              onChange={(next) => {
                setProof(next);
                clear('phone', 'code');
              }}
              onProblem={(field, message) => setProblems((shown) => ({ ...shown, [field]: message ?? undefined }))}
            />
          )}
          <div className={problems.region ? 'booking-region field-wrong' : 'booking-region'}>
            <Row
              id={fieldId('region')}
              label="医保所在地"
              value={region === null ? '请选择' : regionDisplayText(region)}
              onPress={() => setPicking(true)}
            />
            <FieldError id={`${fieldId('region')}-error`} error={problems.region} />
          </div>
          <Stepper label="大概几个人" unit="人" value={headCount} most={MOST_BOOKED_PEOPLE} onChange={setHeadCount} />
          <Field id={fieldId('agent')} label="工作人员编号" optional error={problems.agent}>
            {(field) => (
              <TextInput
                {...field}
                num
                value={agent}
                maxLength={64}
                placeholder="没有就不用填"
                onChange={(text) => {
                  setAgent(text.trim());
                  clear('agent');
                }}
              />
            )}
          </Field>
        </div>
        <div className="mt3">
          <Notice title="预约不是参保">不收钱，不用身份证，也不占名额。开售后要自己来参保，保障才会生效。</Notice>
        </div>
        <div className="mt3">
          <Agree
            id={fieldId('agree')}
            checked={agreed}
            error={problems.agree}
            onChange={(next) => {
              setAgreed(next);
              clear('agree');
            }}
          >
            同意开售时发短信提醒我，见
            <InlineLink href="#/agreement" onPress={() => setReading(true)}>
              《个人信息保护政策》
            </InlineLink>
          </Agree>
        </div>
        <FormProblem problem={failure} />
        <p className="note mt3 center">
          <a className="inline-link" href="#/bookSuccessfully">
            查我的预约
          </a>
        </p>
        {foot}
        <RegionPicker
          open={picking}
          chosen={region}
          onClose={() => setPicking(false)}
          onConfirm={(code) => {
            rememberChosenRegion(code);
            setPicking(false);
            clear('region');
          }}
        />
        <DocumentSheet
          pageKey={reading ? PRIVACY : null}
          title="个人信息保护政策"
          productId={editionCode}
          onClose={() => setReading(false)}
        />
      </Page>
    </form>
  );
}
