import type { EditionDeskValue } from '@huimin/contract/console';
import { App, Button, Input } from 'antd';
import { useState } from 'react';
import { call, sentenceOf } from '../../api/client.ts';
import { Icon } from '../../app/icon.tsx';
import { ReviewSteps } from '../../parts/review-steps.tsx';
import { DifferenceList } from './difference-list.tsx';
import { CheckProblem, useEditor } from './editor.tsx';

export function DifferencePanel() {
  const { desk } = useEditor();
  const copied = desk.draft?.copiedFrom ? desk.comparedWith.split('，')[0] : null;
  return (
    <section className="panel" aria-label="和线上比">
      <div className="panel-head">
        <h2>{copied ? `和 ${copied} 比` : '和线上比'}</h2>
        <small>{desk.differences.length === 0 ? '没有不同' : `改了 ${desk.differences.length} 处`}</small>
      </div>
      <DifferenceList differences={desk.differences} />
    </section>
  );
}

export function ChecksPanel() {
  const { desk, readOnly } = useEditor();
  const passed = desk.checks.filter(({ problems }) => problems.length === 0).length;
  const pale = desk.theme.filter(
    ({ isReadable, former, nearest }) => former !== null && (!isReadable || nearest !== null),
  );
  return (
    <section className="panel" aria-label="发布检查">
      <div className="panel-head">
        <h2>发布检查</h2>
        <span className="space" />
        <span className={`ed-count num ${passed === desk.checks.length ? 'is-good' : 'is-bad'}`}>
          {passed} / {desk.checks.length}
        </span>
      </div>
      <ul className="ed-checks">
        {desk.checks.map(({ name, label, problems }) => (
          <li key={name}>
            <span className={`state ${problems.length === 0 ? 'state-good' : 'state-bad'}`}>
              <Icon name={problems.length === 0 ? 'check' : 'warn'} size={16} />
              {label}
              <span className="sr-only">{problems.length === 0 ? '，通过' : '，没过'}</span>
            </span>
            {problems.length > 0 && (
              <ul>
                {problems.map(({ path, message }) => (
                  <li key={path + message}>
                    <CheckProblem path={path} message={message} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {!readOnly &&
        pale.map(({ name, label, former, nearest }) => (
          <p className="ed-back" key={name}>
            {label} {nearest && <Recolour word="改成最接近的" name={name} to={nearest} />}
            {former && <Recolour word="改回" name={name} to={former} />}
          </p>
        ))}
    </section>
  );
}

interface RecolourProps {
  readonly word: string;
  readonly name: EditionDeskValue['theme'][number]['name'];
  readonly to: { readonly colour: string; readonly contrast: number };
}

function Recolour({ word, name, to: { colour, contrast } }: RecolourProps) {
  const { work } = useEditor();
  return (
    <Button type="link" size="small" onClick={() => work.change({ theme: { ...work.fields.theme, [name]: colour } })}>
      {word} {colour}（{contrast}）
    </Button>
  );
}

export function ReviewPanel({ onDone }: { onDone(): void }) {
  const { desk } = useEditor();
  const { draft, agreements, may } = desk;
  const { message } = App.useApp();
  const [note, setNote] = useState('');
  const [sending, setSending] = useState(false);
  if (!draft) return null;
  const decide = async (agree: boolean) => {
    setSending(true);
    try {
      const given = note.trim() === '' ? {} : { note: note.trim() };
      await call('decideEditionDraft', { edition: desk.edition, revision: draft.revision, agree, ...given });
      message.success(agree ? '已通过' : '已退回修改');
      setNote('');
      onDone();
    } catch (fault) {
      message.error(sentenceOf(fault));
    }
    setSending(false);
  };
  const { status } = draft.state;
  return (
    <section className="panel" aria-label="两人审批">
      <div className="panel-head">
        <h2>两人审批</h2>
        <small>合规和经纪公司各一位，不能是改稿人</small>
      </div>
      <ReviewSteps
        agreements={agreements}
        status={status}
        waitsFor={may.whyNotDecide ?? (status === 'second' ? '检查全过后才能通过' : '看过全部改动再通过')}
        publishAt={draft.publishAt}
      >
        {status === 'editing' && (
          <li className="state-plain">
            <Icon name="info" />
            <span>
              <b>还没有提交</b>
              <small>{draft.note === null ? '改完后提交审批' : `退回：${draft.note}`}</small>
            </span>
          </li>
        )}
        {status === 'approved' && draft.note !== null && (
          <li className="state-bad">
            <Icon name="info" />
            <span>
              <b>{draft.note}</b>
            </span>
          </li>
        )}
      </ReviewSteps>
      {may.decide && (
        <div className="ed-decide">
          <Input
            aria-label="审批意见"
            placeholder="审批意见，退回时必填"
            maxLength={200}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
          <div>
            <Button size="small" loading={sending} onClick={() => decide(false)}>
              退回修改
            </Button>
            <span className="space" />
            <Button
              size="small"
              type="primary"
              loading={sending}
              disabled={may.whyNotDecide !== null}
              onClick={() => decide(true)}
            >
              通过
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
