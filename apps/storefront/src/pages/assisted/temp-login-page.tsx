import '../../ui/form.css';
import './assisted.css';
import { type FormEvent, useState } from 'react';
import { useNavigation } from '../../context/index.ts';
import { figuresOf } from '../../ui/grouped-text.ts';
import { Button, Field, goToField, Page, Section, TextInput } from '../../ui/index.ts';

const DIGITS = 6;

/** #/temp-login: where an outlet's help begins, on either phone. */
export default function TempLoginPage() {
  const { navigate } = useNavigation();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (code.length === DIGITS) return navigate(`/temp-confirm?code=${code}`);
    setProblem(code === '' ? '请输入网点给的 6 位码' : `网点给的码是 6 位数字，现在是 ${code.length} 位`);
    goToField('assist-code');
  };
  return (
    <Page title="网点协助" lead="工作人员帮您填，您自己看、自己确认">
      <Section title="我来参保">
        <form noValidate onSubmit={go}>
          <div className="card card-flush">
            <Field id="assist-code" label="网点给的 6 位码" error={problem}>
              {(field) => (
                <TextInput
                  {...field}
                  num
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  value={code}
                  onChange={(text) => {
                    setCode(figuresOf(text).slice(0, DIGITS));
                    setProblem(undefined);
                  }}
                  placeholder="工作人员手机上的数字"
                />
              )}
            </Field>
          </div>
          <div className="mt3">
            <Button type="submit" block>
              下一步
            </Button>
          </div>
        </form>
        <p className="note mt2">也可以用手机扫工作人员的二维码，不用输。</p>
        <div className="mt3">
          <Button kind="neutral" block href="#/branch">
            找附近的网点
          </Button>
        </div>
      </Section>
      <Section title="我是网点工作人员">
        <Button kind="neutral" block href="#/temp-index">
          用登记的手机号登录
        </Button>
      </Section>
    </Page>
  );
}
