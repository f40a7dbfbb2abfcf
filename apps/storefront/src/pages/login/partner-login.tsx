import { useState } from 'react';
import { calls } from '../../api/calls.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { loginRoute } from '../../features/account/login-address.ts';
import { Button, goToField, Icon, iconShield, Notice, Page, toast } from '../../ui/index.ts';
import { AGREE_FIELD, AgreementsLine, useAgreements } from './agreements.tsx';
import { useWelcome } from './use-welcome.ts';

/** From a partner's app, which has verified the phone. Nothing is sent before the person says so. */
export function PartnerLogin({ token }: { token: string }) {
  const agreements = useAgreements();
  const welcome = useWelcome();
  const [problem, setProblem] = useState<string | null>(null);
  const [enter, entering] = useAction(calls.partnerLogin, { quietFailure: true });
  const go = async () => {
    if (!agreements.check()) return goToField(AGREE_FIELD);
    const reply = await enter({ token, agreedDocuments: agreements.versions() });
    if (reply.ok) return welcome(reply.value, { replace: true });
    if (reply.name === 'no-reply') return setProblem(noReplyText(reply));
    if (reply.name === 'documents-changed') return agreements.changed(reply);
    // The partner does not know the phone: the specification's words, and nothing happens.
    if (reply.name === 'bad-input') toast(reply.message);
    setProblem(reply.message);
  };
  return (
    <Page className="login-page">
      <header className="page-head">
        <div className="login-brand">
          <Icon name={iconShield} size={28} />
        </div>
        <h1 tabIndex={-1}>从合作平台登录</h1>
        <p>用您在合作平台验证过的手机号登录</p>
      </header>
      {problem && (
        <Notice tone="warn" title="没有登录成功" alert>
          {problem}
        </Notice>
      )}
      <AgreementsLine agreements={agreements} />
      <div className="mt3">
        <Button block busy={entering.busy} onPress={() => void go()}>
          同意并登录
        </Button>
      </div>
      <div className="center mt2">
        <Button kind="text" href={`#${loginRoute()}`}>
          用别的手机号登录
        </Button>
      </div>
    </Page>
  );
}
