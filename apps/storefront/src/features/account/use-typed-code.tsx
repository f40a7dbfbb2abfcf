import { type ReactNode, useState } from 'react';
import type { CallFailure } from '../../api/client.ts';
import { noReplyText } from '../../api/no-reply-text.ts';
import type { NoReply } from '../../api/use-action.ts';
import { goToField } from '../../ui/index.ts';
import { CodeField } from './code-field.tsx';
import { codeProblem } from './code-problem.ts';
import { type CodeSending, useCodeSending } from './use-code-sending.ts';

interface CodeAsked {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  /** Whatever tells its phone from another. */
  readonly phone: string;
  /** Asks for a (new) code; null when none is sent and nothing is to be said of it. */
  ask(): Promise<Parameters<CodeSending['note']>[0] | null>;
}

export interface TypedCode {
  readonly code: string;
  readonly field: ReactNode;
  /** False while what is typed is no code: said at the field, with the cursor there. */
  check(): boolean;
  /** Says at the field why it went no further, with the cursor there. */
  refuse(reply: CallFailure | NoReply): void;
  /** What is said at the field no longer matters. */
  clearProblem(): void;
  forget(): void;
}

/** The one code by which somebody proves who they are, with its field: whoever sends it keeps what is done with it. */
export function useTypedCode({ id, label, hint, phone, ask }: CodeAsked): TypedCode {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useCodeSending(phone);
  const say = (words: string) => {
    setProblem(words);
    goToField(id);
  };
  const send = async () => {
    const reply = await ask();
    setProblem(reply && sending.note(reply));
    if (reply?.ok) goToField(id);
  };
  return {
    code,
    check() {
      const wrong = codeProblem(code);
      if (wrong) say(wrong);
      return !wrong;
    },
    refuse: (reply) => say(reply.name === 'no-reply' ? noReplyText(reply) : reply.message),
    clearProblem: () => setProblem(null),
    forget: () => setCode(''),
    field: (
      <CodeField
        {...{ id, label, hint, sending }}
        error={problem}
        value={code}
        onChange={(value) => {
          setCode(value);
          setProblem(null);
        }}
        onSend={() => void send()}
      />
    ),
  };
}
