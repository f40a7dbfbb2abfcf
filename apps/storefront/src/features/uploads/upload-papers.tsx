import './upload-papers.css';
import type { ReactNode } from 'react';
import { Button, FieldError, Icon, iconCamera, iconDocument, iconPlus } from '../../ui/index.ts';
import type { UploadItem, Uploads } from './use-uploads.ts';

type Props = {
  id: string;
  title: ReactNode;
  hint: ReactNode;
  uploads: Uploads;
  most: number;
  error?: string | null | undefined;
};

const PICTURES = 'image/*';
const EVERYTHING = 'image/*,application/pdf';

/** Papers by camera, album or file: each with its picture, how far it is, and a way to send it again or take it out. */
export function UploadPapers({ id, title, hint, uploads, most, error }: Props) {
  const { items } = uploads;
  return (
    <fieldset className={error ? 'upload field-wrong' : 'upload'} id={id} tabIndex={-1}>
      <legend className="sr-only">{title}</legend>
      <ul className="upload-list">
        {items.map((item) => (
          <Item key={item.key} item={item} uploads={uploads} />
        ))}
        {items.length < most && (
          <li className="upload-item">
            <span className="upload-thumb upload-thumb-none" aria-hidden="true">
              <Icon name={iconPlus} />
            </span>
            <span className="upload-main">
              <b>{title}</b>
              <span className="note">{hint}</span>
            </span>
          </li>
        )}
      </ul>
      {items.length < most && (
        <div className="upload-ways">
          <Pick id={`${id}-camera`} accept={PICTURES} camera onFiles={uploads.add}>
            <Icon name={iconCamera} />
            拍照
          </Pick>
          <Pick id={`${id}-album`} accept={EVERYTHING} onFiles={uploads.add}>
            从相册或文件选
          </Pick>
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
      <p className="sr-only" role="status">
        {spoken(items)}
      </p>
    </fieldset>
  );
}

function spoken(items: readonly UploadItem[]): string {
  const done = items.filter(({ state }) => state === 'done').length;
  const failed = items.filter(({ state }) => state === 'failed').length;
  if (items.some(({ state }) => state === 'sending')) return '正在上传';
  return [done > 0 && `已上传 ${done} 份`, failed > 0 && `${failed} 份没有传上去`].filter(Boolean).join('，');
}

function Item({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  const { key, name, preview, state, part, problem } = item;
  const percent = Math.round(part * 100);
  return (
    <li className="upload-item">
      <span className="upload-thumb">
        {preview ? <img src={preview} alt={`${name}的缩略图`} /> : <Icon name={iconDocument} />}
      </span>
      <span className="upload-main">
        <b className="upload-name">{name}</b>
        {state === 'sending' && (
          <>
            <progress className="upload-bar" max={100} value={percent} aria-label={`${name}上传进度`} />
            <span className="note num">上传中 {percent}%</span>
          </>
        )}
        {state === 'done' && <span className="upload-done">已上传</span>}
        {state === 'failed' && <span className="upload-failed">{problem}</span>}
      </span>
      <span className="upload-actions">
        {state === 'failed' && (
          <Button kind="neutral" small label={`重试，${name}`} onPress={() => uploads.retry(key)}>
            重试
          </Button>
        )}
        <Button kind="text" small label={`删除，${name}`} onPress={() => uploads.remove(key)}>
          删除
        </Button>
      </span>
    </li>
  );
}

type PickProps = {
  id: string;
  accept: string;
  camera?: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
};

/** A label that opens the phone's camera or its files. */
function Pick({ id, accept, camera, onFiles, children }: PickProps) {
  return (
    <span className="upload-way">
      <input
        id={id}
        type="file"
        accept={accept}
        capture={camera ? 'environment' : undefined}
        multiple={!camera}
        onChange={(event) => {
          onFiles(Array.from(event.target.files ?? []));
          // The same file may be chosen again after it was taken out.
          event.target.value = '';
        }}
      />
      <label htmlFor={id} className="button button-neutral button-small button-block">
        {children}
      </label>
    </span>
  );
}
