import './phone.css';
import type { PhoneRequestValue } from '@huimin/contract';
import { type ReactNode, useState } from 'react';
import { useProduct } from '../../context/index.ts';
import { Button, Card, Field, goToField, Icon, iconPhone, Page, PhoneLink, Result, TextArea } from '../../ui/index.ts';

const FIELD = 'statement';

type Props = {
  lead: string;
  /** Fields before the statement, and whether they are filled in; false has been said under them. */
  fields?: ReactNode;
  check?: () => boolean;
  busy: boolean;
  /** Asks; answers the request, or what to say under the statement, or null when it has been said elsewhere. */
  ask: (statement: string) => Promise<PhoneRequestValue | string | null>;
};

/** For whom no check works: people decide, and a waiting time protects whose phone it was. */
export function PeopleRequest({ lead, fields, check = () => true, busy, ask }: Props) {
  const { tel } = useProduct();
  const [statement, setStatement] = useState('');
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<PhoneRequestValue | null>(null);
  const submit = async () => {
    const fieldsAreRight = check();
    const wrong = statementProblem(statement);
    setProblem(wrong);
    if (!fieldsAreRight) return;
    if (wrong) return goToField(FIELD);
    const answer = await ask(statement);
    if (typeof answer === 'string') setProblem(answer);
    else if (answer) setDone(answer);
  };
  if (done) return <Asked request={done} />;
  return (
    <Page title="请工作人员办理" lead={lead}>
      <Card flush>
        {fields}
        <Field id={FIELD} label="为什么收不到原手机号的短信" hint="一两句话就可以，不要写身份证号" error={problem}>
          {(field) => (
            <TextArea
              {...field}
              value={statement}
              onChange={(text) => {
                setStatement(text);
                if (!statementProblem(text)) setProblem(undefined);
              }}
              maxLength={200}
              placeholder="例如：旧手机丢了，号码停了"
            />
          )}
        </Field>
      </Card>
      <HowItGoesOn />
      <div className="mt3">
        <Button block busy={busy} onPress={() => void submit()}>
          提交申请
        </Button>
      </div>
      <p className="note center mt3">
        也可以直接打电话 <PhoneLink tel={tel} />
      </p>
    </Page>
  );
}

/** What is wrong with a statement, or nothing. */
function statementProblem(text: string): string | undefined {
  return Array.from(text.trim()).length >= 2 ? undefined : '请简单说一下原因，例如：旧手机丢了';
}

/** What happens with a request that people decide; true to the letter, since both phones are told so. */
function HowItGoesOn() {
  return (
    <ol className="way-steps">
      <li>工作人员打电话核对，用不着人脸</li>
      <li>核对通过后，原手机号会收到短信，48 小时内可以撤回</li>
      <li>48 小时后新手机号生效，我们发短信告诉您</li>
    </ol>
  );
}

/** The request is in: what comes next, and where. */
function Asked({ request }: { request: PhoneRequestValue }) {
  const { tel } = useProduct();
  return (
    <Page>
      <Result tone="ok" title="申请已提交" lead={`${request.askedAt} 申请换成 ${request.newPhoneMasked}`} />
      <HowItGoesOn />
      <div className="buttons mt4">
        <Button href="#/index">返回首页</Button>
      </div>
      <p className="note center mt3">
        <Icon name={iconPhone} size={16} /> 有疑问请打 <PhoneLink tel={tel} />
      </p>
    </Page>
  );
}
