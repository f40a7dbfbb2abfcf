import type { ImportKindValue } from '@huimin/contract/console';
import { Alert, Progress, Select } from 'antd';
import { useEffect, useId, useState } from 'react';
import { fileAddress, sentenceOf } from '../../api/client.ts';
import { DayInput } from '../../app/day-input.tsx';
import { Dialog } from '../../app/dialog.tsx';
import { editionOptions } from '../../parts/edition-options.ts';
import { type Sending, sendFile } from './send-file.ts';

interface Props {
  /** Those that the one who uploads may give. */
  readonly kinds: readonly ImportKindValue[];
  /** The kind that is chosen to begin with, when it is one of them. */
  readonly first: string | undefined;
  readonly editions: readonly { readonly edition: string; readonly name: string }[];
  onClose(): void;
  onDone(importNo: string): void;
}

/** Which file, of what; then its way here, piece by piece. */
export function UploadDialog({ kinds, first, editions, onClose, onDone }: Props) {
  const id = useId();
  const [kindName, setKind] = useState((kinds.find(({ kind }) => kind === first) ?? kinds[0])?.kind);
  const [day, setDay] = useState('');
  const [edition, setEdition] = useState(editions[0]?.edition);
  const [file, setFile] = useState<File | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [abort] = useState(() => new AbortController());
  useEffect(() => () => abort.abort(), [abort]);
  const kind = kinds.find((one) => one.kind === kindName);
  if (!kind) return null;
  const send = async () => {
    const before = problemBefore(kind, file, day, edition);
    setProblem(before);
    if (before !== null || file === null) return;
    const more = kind.needs === 'day' ? { day } : kind.needs === 'edition' ? { edition } : {};
    try {
      const importNo = await sendFile(file, { kind: kind.kind, ...more }, setSending, abort.signal);
      if (importNo !== null) onDone(importNo);
    } catch (fault) {
      setSending(null);
      setProblem(sentenceOf(fault));
    }
  };
  return (
    <Dialog open title="上传文件" okText="上传并检查" onOk={send} onCancel={onClose} confirmLoading={sending !== null}>
      <label className="dialog-field" htmlFor={`${id}kind`}>
        导入什么
      </label>
      <Select
        id={`${id}kind`}
        style={{ width: '100%' }}
        value={kindName}
        onChange={setKind}
        options={kinds.map((one) => ({ value: one.kind, label: one.title }))}
      />
      <p className="import-hint">
        {kind.note}。最多 {kind.mostRows.toLocaleString('zh-CN')} 行、{Math.floor(kind.mostBytes / 1024 / 1024)} MB。
        <a href={fileAddress('downloadImportTemplate', { kind: kind.kind })}>下载模板</a>
      </p>
      {kind.needs === 'day' && (
        <>
          <label className="dialog-field" htmlFor={`${id}day`}>
            文件是哪一天的
          </label>
          <DayInput id={`${id}day`} value={day} onChange={setDay} />
        </>
      )}
      {kind.needs === 'edition' && (
        <>
          <label className="dialog-field" htmlFor={`${id}edition`}>
            哪个产品版本
          </label>
          <Select
            id={`${id}edition`}
            style={{ width: '100%' }}
            value={edition}
            onChange={setEdition}
            options={editionOptions(editions)}
          />
        </>
      )}
      <p className="dialog-field">文件（CSV 或 XLSX）</p>
      <label className="import-file">
        <span>选文件</span>
        <input
          className="sr-only"
          type="file"
          accept=".csv,.xlsx"
          aria-label="选文件"
          onChange={(event) => setFile(event.target.files?.[0] ?? null)}
        />
        <em>{file?.name ?? '还没有选'}</em>
      </label>
      <p className="import-hint">上传后逐行检查，不会马上生效。上次没有传完的，选同一个文件会接着传。</p>
      {sending && (
        <div role="status">
          {sending.step === 'checking' ? '正在核对文件' : '正在上传'}
          <Progress percent={sending.percent} aria-label="上传进度" strokeColor="var(--c-link)" />
        </div>
      )}
      {problem !== null && <Alert style={{ marginTop: 12 }} type="error" showIcon title={problem} role="alert" />}
    </Dialog>
  );
}

function problemBefore(kind: ImportKindValue, file: File | null, day: string, edition: string | undefined) {
  if (kind.needs === 'day' && day === '') return '请选文件是哪一天的';
  if (kind.needs === 'edition' && edition === undefined) return '请选产品版本';
  if (file === null) return '请选文件';
  if (file.size === 0) return '文件是空的';
  if (file.size > kind.mostBytes) return `文件超过 ${Math.floor(kind.mostBytes / 1024 / 1024)} MB，请分成几份`;
  return null;
}
