import './card-photo.css';
import { formatDotDate } from '@huimin/domain/date';
import { type ReactNode, useId, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { failureText } from '../../api/no-reply-text.ts';
import { useAction } from '../../api/use-action.ts';
import { smallPhoto } from '../../features/card-photo/small-photo.ts';
import { Button, Icon, iconCamera, iconCheckCircle, Notice, Sheet } from '../../ui/index.ts';

type Side = 'front' | 'back';

export interface CardFields {
  /** Null where it could not be read. */
  readonly name: string | null;
  readonly idNumber: string | null;
}

interface SideState {
  readonly busy: boolean;
  /** What was read, in a few words. */
  readonly done: string | null;
  readonly warnings: readonly string[];
  readonly problem: string | null;
}

const UNTOUCHED: SideState = { busy: false, done: null, warnings: [], problem: null };
const SIDES: readonly { readonly side: Side; readonly title: string; readonly note: string }[] = [
  { side: 'front', title: '人像面', note: '有照片的一面，用来填姓名和号码' },
  { side: 'back', title: '国徽面', note: '可以不拍，只看证件过没过期' },
];

/** Fills name and number from photos of the card. What was filled stays as free to change as if it had been typed. */
export function CardPhoto({ onRead }: { onRead: (fields: CardFields) => void }) {
  const noteId = useId();
  const [open, setOpen] = useState(false);
  const [states, setStates] = useState<Readonly<Record<Side, SideState>>>({ front: UNTOUCHED, back: UNTOUCHED });
  const [read] = useAction(calls.readIdCard, { quietFailure: true, overlay: false });
  const set = (side: Side, state: Partial<SideState>) =>
    setStates((before) => ({ ...before, [side]: { ...UNTOUCHED, ...state } }));
  const isBusy = states.front.busy || states.back.busy;

  const take = async (side: Side, file: File) => {
    if (isBusy) return;
    set(side, { busy: true });
    const image = await smallPhoto(file);
    if (image === null) return set(side, { problem: '这张图片打不开。请换一张，或者手工填写' });
    const reply = await read({ side, image });
    if (!reply.ok) {
      const problem = failureText(reply, '没有识别', '或者手工填写');
      return set(side, { problem });
    }
    const { name, idNumber, validUntil, warnings } = reply.value;
    if (side === 'front') onRead({ name, idNumber });
    set(side, { done: doneWords(side, { name, idNumber, validUntil }), warnings });
  };

  const warnings = [...states.front.warnings, ...states.back.warnings];
  return (
    <>
      <div className="card-photo">
        <CardArt />
        <div className="card-photo-main">
          <button type="button" className="card-photo-open" aria-describedby={noteId} onClick={() => setOpen(true)}>
            拍身份证，自动填写
          </button>
          <p id={noteId}>照片只用于识别，不保存</p>
        </div>
        <Icon name={iconCamera} />
      </div>
      {!open && warnings.length > 0 && (
        <div className="mt3">
          <Notice tone="warn" title="请对照证件核对">
            <Lines lines={warnings} />
          </Notice>
        </div>
      )}
      <Sheet
        open={open}
        title="拍身份证"
        onClose={() => setOpen(false)}
        footer={
          <Button block busy={isBusy} onPress={() => setOpen(false)}>
            {states.front.done ? '填好了，去核对' : '手工填写'}
          </Button>
        }
      >
        <p className="note">照片发给识别服务读一次，我们不保存。填好的内容可以改。</p>
        {SIDES.map(({ side, title, note }) => (
          <section className="card-side" key={side} aria-label={title}>
            <h3 className="card-side-head">{title}</h3>
            <p className="note">{note}</p>
            <div role="status">
              {states[side].busy && <p className="note">正在识别…</p>}
              {states[side].done && (
                <p className="card-side-state">
                  <Icon name={iconCheckCircle} size={18} />
                  {states[side].done}
                </p>
              )}
            </div>
            {states[side].warnings.length > 0 && (
              <Notice tone="warn">
                <Lines lines={states[side].warnings} />
              </Notice>
            )}
            {states[side].problem && (
              <Notice tone="err" alert>
                {states[side].problem}
              </Notice>
            )}
            <div className="card-side-ways">
              <PhotoButton side={title} camera disabled={isBusy} onPhoto={(file) => void take(side, file)}>
                拍照
              </PhotoButton>
              <PhotoButton side={title} disabled={isBusy} onPhoto={(file) => void take(side, file)}>
                从相册选
              </PhotoButton>
            </div>
          </section>
        ))}
      </Sheet>
    </>
  );
}

function doneWords(side: Side, read: CardFields & { readonly validUntil: string | null }): string {
  if (side === 'back')
    return `读到了：${read.validUntil === null ? '长期有效' : `有效期到 ${formatDotDate(read.validUntil)}`}`;
  return read.name !== null && read.idNumber !== null ? `已填好 ${read.name} 的姓名和号码` : '读到一部分，请补全';
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </>
  );
}

type PhotoButtonProps = {
  side: string;
  /** The camera, where there is one; the album otherwise. */
  camera?: boolean;
  disabled: boolean;
  onPhoto: (file: File) => void;
  children: ReactNode;
};

/** A file field that looks like a button; the field itself keeps keyboard and screen reader. */
function PhotoButton({ side, camera, disabled, onPhoto, children }: PhotoButtonProps) {
  const id = useId();
  return (
    <span className="card-side-way">
      <input
        id={id}
        className="sr-only"
        type="file"
        accept="image/*"
        capture={camera ? 'environment' : undefined}
        aria-label={`${side}，${camera ? '拍照' : '从相册选'}`}
        disabled={disabled}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // So that the same photo can be chosen again.
          event.target.value = '';
          if (file) onPhoto(file);
        }}
      />
      <label className="button button-neutral button-small button-block" htmlFor={id}>
        {children}
      </label>
    </span>
  );
}

function CardArt() {
  return (
    <svg className="card-photo-art" width="76" height="54" viewBox="0 0 76 54" fill="none" aria-hidden="true">
      <rect
        x="8"
        y="7"
        width="60"
        height="40"
        rx="5"
        fill="var(--c-surface)"
        stroke="var(--c-primary-line)"
        strokeWidth="2"
      />
      <path d="M16 19h22M16 27h15M16 35h26" stroke="var(--c-primary-line)" strokeWidth="3" strokeLinecap="round" />
      <circle cx="54" cy="22" r="5" fill="var(--c-primary-line)" />
      <path d="M45 38c1-6 5-9 9-9s8 3 9 9Z" fill="var(--c-primary-line)" />
      <path
        d="M2 12V5a3 3 0 0 1 3-3h7M64 2h7a3 3 0 0 1 3 3v7M74 42v7a3 3 0 0 1-3 3h-7M12 52H5a3 3 0 0 1-3-3v-7"
        stroke="var(--c-primary-text)"
        strokeWidth="3"
        strokeLinecap="round"
      />
    </svg>
  );
}
