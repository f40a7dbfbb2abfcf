import '../../ui/form.css';
import '../../ui/controls.css';
import { type FormEvent, useState } from 'react';
import { figuresAndLetters } from '../../ui/grouped-text.ts';
import { Button, Card, Field, goToField, TextInput } from '../../ui/index.ts';

const FIELD = 'id-tail';
const TAIL_LENGTH = 6;
const WHOLE_NUMBER = 15;

/** Of a whole number that was pasted it is the end that counts, not what came first. */
function tailOf(text: string): string {
  const typed = figuresAndLetters(text);
  return typed.length >= WHOLE_NUMBER ? typed.slice(-TAIL_LENGTH) : typed.slice(0, TAIL_LENGTH);
}

type Props = {
  busy: boolean;
  /** Sends the end of the number; answers what is wrong with it, or null. */
  onSend: (idTail: string) => Promise<string | null>;
};

/** Whoever opens the link of a message shows by the end of their own number that it is theirs. */
export function OwnNumber({ busy, onSend }: Props) {
  const [idTail, setIdTail] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = idTail.length === TAIL_LENGTH ? await onSend(idTail) : '请输入证件号码的后 6 位';
    if (found === null) return;
    setProblem(found);
    goToField(FIELD);
  };
  return (
    <form className="mt3" noValidate onSubmit={(event) => void submit(event)}>
      <Card flush>
        <Field
          id={FIELD}
          label="您的证件号码后 6 位"
          hint="核对是您本人，才显示您的信息。末位是 X 的也要输"
          error={problem}
        >
          {(field) => (
            <TextInput
              {...field}
              num
              value={idTail}
              onChange={(text) => {
                setIdTail(tailOf(text));
                setProblem(null);
              }}
            />
          )}
        </Field>
      </Card>
      <div className="mt3">
        <Button type="submit" block busy={busy}>
          下一步
        </Button>
      </div>
    </form>
  );
}
