// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ErrorSummary, Field, IdNumberInput, NameInput, SmsCodeInput } from './index.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root;
beforeEach(() => {
  const page = document.createElement('div');
  document.body.append(page);
  root = createRoot(page);
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const box = () => document.querySelector('input') as HTMLInputElement;
const status = () => document.querySelector('[role=status]')?.textContent;

/** What a browser does when text is put in: the value changes behind React's back, then `input` is heard. */
function put(text: string, isComposing = false) {
  return act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box(), text);
    box().dispatchEvent(new InputEvent('input', { bubbles: true, isComposing }));
  });
}
const happen = (type: string) => act(async () => box().dispatchEvent(new Event(type, { bubbles: true })));

let kept = '';
let leftWith: string | null = null;
function NameForm() {
  const [name, setName] = useState('');
  kept = name;
  const leave = () => {
    leftWith = name;
  };
  return (
    <Field id="name" label="姓名">
      {(field) => <NameInput {...field} value={name} onChange={setName} onBlur={leave} />}
    </Field>
  );
}

describe('the name field', () => {
  beforeEach(() => act(async () => root.render(<NameForm />)));

  it('leaves the letters alone while the input method is composing', async () => {
    await happen('compositionstart');
    await put('zhang', true);
    expect(box().value).toBe('zhang');
    expect(kept).toBe('');
    await put('张', true);
    await happen('compositionend');
    expect(box().value).toBe('张');
    expect(kept).toBe('张');
    expect(status()).toBe('');
  });

  it('takes out what is no Chinese character afterwards, and says so', async () => {
    await put('张san三1');
    expect(kept).toBe('张三');
    expect(box().value).toBe('张三');
    expect(status()).toBe('姓名只能用汉字');
    await put('张三丰');
    expect(status()).toBe('');
  });

  it('keeps the dot of a long name while it is being typed, and drops a last one when the field is left', async () => {
    await put('买买提·');
    expect(kept).toBe('买买提·');
    await put('买买提·吐尔逊');
    expect(kept).toBe('买买提·吐尔逊');
    await put('买买提·');
    await happen('focusout');
    expect(kept).toBe('买买提');
    // What is said of the field when it is left must be of the name that stays.
    expect(leftWith).toBe('买买提');
  });
});

function IdForm() {
  const [number, setNumber] = useState('32050619501010005X');
  return (
    <Field id="idn" label="证件号码" error={number.length < 18 ? `现在是 ${number.length} 位` : null}>
      {(field) => <IdNumberInput {...field} value={number} onChange={setNumber} good="号码有效 · 男 · 1950.10.10" />}
    </Field>
  );
}

describe('the ID number field', () => {
  beforeEach(() => act(async () => root.render(<IdForm />)));
  const eye = () => document.querySelector('button') as HTMLButtonElement;

  it('is masked while nobody is in it', () => {
    expect(box().value).toBe('320*** ******** *05X');
  });

  it('shows its groups while it is being filled in, and masks again when left', async () => {
    await happen('focusin');
    expect(box().value).toBe('320506 19501010 005X');
    await happen('focusout');
    expect(box().value).toContain('*');
  });

  it('is selected as a whole for whoever comes by keyboard, though showing it changes its text', async () => {
    await act(async () => {
      box().select();
      box().focus();
    });
    expect(box().value).toBe('320506 19501010 005X');
    expect([box().selectionStart, box().selectionEnd]).toEqual([0, 20]);
  });

  it('shows the number by the eye button, and hides it again', async () => {
    expect(eye().getAttribute('aria-label')).toBe('显示证件号码');
    await act(async () => eye().click());
    expect(box().value).toBe('320506 19501010 005X');
    expect(eye().getAttribute('aria-label')).toBe('隐藏证件号码');
    await act(async () => eye().click());
    expect(box().value).toContain('*');
  });

  it('never takes the mask for the number', async () => {
    await put('320*** ******** *05');
    expect(document.querySelector('.field-error')).toBeNull();
  });

  it('names its error and what was read', async () => {
    await happen('focusin');
    await put('320506 1950');
    expect(box().getAttribute('aria-invalid')).toBe('true');
    const described = (box().getAttribute('aria-describedby') ?? '').split(' ');
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      '现在是 10 位',
      '号码有效 · 男 · 1950.10.10',
    ]);
  });
});

describe('the text-message code', () => {
  it('keeps six figures of whatever is pasted, and sends only when the wait is over', async () => {
    let sent = 0;
    let code = '';
    const form = (resendInS: number) => (
      <SmsCodeInput
        id="sms"
        value={code}
        onChange={(text) => {
          code = text;
        }}
        onSend={() => {
          sent += 1;
        }}
        resendInS={resendInS}
        sent
      />
    );
    await act(async () => root.render(form(48)));
    const send = () => document.querySelector('button') as HTMLButtonElement;
    expect(send().textContent).toBe('48 秒后可重发');
    await act(async () => send().click());
    expect(sent).toBe(0);
    await put('验证码 204 816，5 分钟内有效');
    expect(code).toBe('204816');
    await act(async () => root.render(form(0)));
    expect(send().textContent).toBe('重新获取');
    await act(async () => send().click());
    expect(sent).toBe(1);
  });
});

describe('the error summary', () => {
  const problems = [
    { fieldId: 'name', message: '请填写姓名', label: '姓名' },
    { fieldId: 'idn', message: '现在是 17 位', label: '证件号码' },
  ];

  it('appears from two problems on, takes the focus at each submit and leads to the fields', async () => {
    const form = (count: number, submission: number) => (
      <>
        <ErrorSummary problems={problems.slice(0, count)} submission={submission} />
        <input id="name" aria-label="姓名" />
      </>
    );
    await act(async () => root.render(form(1, 1)));
    expect(document.querySelector('[role=alert]')).toBeNull();
    await act(async () => root.render(form(2, 2)));
    const summary = document.querySelector('[role=alert]');
    expect(document.activeElement).toBe(summary);
    expect(summary?.textContent).toContain('有 2 处需要修改');
    const link = document.querySelector('[role=alert] button') as HTMLButtonElement;
    expect(link.textContent).toBe('姓名');
    await act(async () => link.click());
    expect(document.activeElement).toBe(box());
  });
});
