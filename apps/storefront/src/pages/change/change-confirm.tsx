import './change.css';
import type { ChangeOverviewValue, ChangePlanValue } from '@huimin/contract';
import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { CodeField } from '../../features/account/code-field.tsx';
import { codeProblem } from '../../features/account/code-problem.ts';
import { useCodeSending } from '../../features/account/use-code-sending.ts';
import { takeIdentityProof } from '../../features/identity/identity-request.ts';
import { UploadPapers } from '../../features/uploads/upload-papers.tsx';
import { useUploads } from '../../features/uploads/use-uploads.ts';
import {
  Bar,
  Button,
  Card,
  FormProblem,
  goToField,
  Icon,
  iconFace,
  Notice,
  Page,
  Row,
  Section,
  Tag,
} from '../../ui/index.ts';
import { BeforeAfter } from './before-after.tsx';
import { problemsOf } from './change-refusal.ts';
import { useChangeCheck } from './use-change-check.ts';

const MOST = 6;

type Props = {
  overview: ChangeOverviewValue;
  plan: ChangePlanValue;
  onBack: () => void;
  onDone: (changeNo: string) => void;
};

/** What becomes what, the papers that show it where a person looks at it, and the code that confirms it. */
export function ChangeConfirm({ overview, plan, onBack, onDone }: Props) {
  const { change, papersNeeded, why, way } = plan;
  const { changeNo } = change;
  const uploads = useUploads(MOST);
  const { proofPurpose } = plan;
  // Brought back from the check of identity; good for one request.
  const [proofToken, setProofToken] = useState(() => (proofPurpose ? takeIdentityProof(proofPurpose) : null));
  const { check, checking, problem: checkProblem } = useChangeCheck(plan);
  const needsPapers = papersNeeded && proofToken === null;
  const [code, setCode] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const sending = useCodeSending(overview.loginPhoneMasked);
  const [send] = useAction(calls.sendChangeCode, { quietFailure: true });
  const [forInsured, insuredState] = useAction(calls.updateInsurant, { quietFailure: true });
  const [forPayer, payerState] = useAction(calls.updatePolicyholder, { quietFailure: true });
  const fail = (found: Record<string, string>) => {
    setProblems(found);
    if (found.fileIds) goToField('change-papers');
    else if (found.code) goToField('change-code');
  };
  const isAtOnce = way === 'at-once' || proofToken !== null;
  const sendCode = async () => {
    const said = sending.note(await send({ changeNo, to: 'login-phone' }));
    if (said) setProblems({ code: said });
    else goToField('change-code');
  };
  const submit = async () => {
    const missing: Record<string, string> = {};
    if (needsPapers && uploads.busy) missing.fileIds = '还在上传，请等一下';
    else if (needsPapers && uploads.fileIds.length === 0) missing.fileIds = '请先拍照或选择证件照片';
    const wrongCode = codeProblem(code);
    if (wrongCode) missing.code = wrongCode;
    if (Object.keys(missing).length > 0) return fail(missing);
    setProblems({});
    const handIn = change.subject === 'payer' ? forPayer : forInsured;
    const proof = proofToken === null ? {} : { proofToken };
    const reply = await handIn({
      changeNo,
      code,
      ...proof,
      ...(uploads.fileIds.length > 0 ? { fileIds: uploads.fileIds } : {}),
    });
    if (reply.ok) return onDone(changeNo);
    if (reply.name === 'order-state') setProofToken(null);
    fail(problemsOf(reply));
  };
  return (
    <Page
      step="第 2 步，共 2 步"
      title={isAtOnce ? '确认修改' : '提交更正申请'}
      lead={isAtOnce ? '确认后马上生效' : `修改申请提交后，预计${overview.reviewDays}个工作日内审核`}
      bar={
        <Bar>
          <Button kind="neutral" onPress={onBack}>
            返回修改
          </Button>
          <Button onPress={() => void submit()} busy={insuredState.busy || payerState.busy}>
            {isAtOnce ? '确认修改' : '提交申请'}
          </Button>
        </Bar>
      }
    >
      <Card>
        <div className="change-person">
          <div className="change-person-main">
            <b>{change.name}</b>
            <Tag>{change.statusLabel}</Tag>
          </div>
        </div>
        <hr className="change-line" />
        <BeforeAfter items={change.items} />
      </Card>
      <FormProblem problem={problems.other} />
      {proofToken !== null && (
        <div className="mt3">
          <Notice tone="ok">已经核对是本人，确认后马上生效</Notice>
        </div>
      )}
      {why && proofToken === null && (
        <div className="mt3">
          <Notice>{why}</Notice>
        </div>
      )}
      {proofPurpose !== null && proofToken === null && (
        <Card flush className="mt3">
          <Row
            icon={<Icon name={iconFace} />}
            label={checking ? '请稍候' : '改用刷脸核对'}
            note={checkProblem ?? `要${change.name}本人刷脸。核对过的，不用交材料，马上改好`}
            onPress={() => void check()}
          />
        </Card>
      )}
      {needsPapers && (
        <Section title="要交的材料">
          <Card flush>
            <UploadPapers
              id="change-papers"
              title="证件照片"
              hint="身份证正反面或户口簿本人页，能看清字"
              uploads={uploads}
              most={MOST}
              error={problems.fileIds}
            />
          </Card>
          <p className="note mt3">材料只给审核人员看，加密保存；撤回申请时马上删除。</p>
        </Section>
      )}
      <Card flush className="mt3">
        <CodeField
          id="change-code"
          label="短信验证码"
          hint={`为了确认是您本人操作，发送到 ${overview.loginPhoneMasked}`}
          error={problems.code}
          value={code}
          onChange={(value) => {
            setCode(value);
            setProblems(({ code: _gone, ...rest }) => rest);
          }}
          onSend={() => void sendCode()}
          sending={sending}
        />
      </Card>
    </Page>
  );
}
