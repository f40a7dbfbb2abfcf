import { App } from 'antd';
import { useState } from 'react';
import { sentenceOf } from '../api/client.ts';
import { base64Of } from './base64-of.ts';
import './pick-table.css';

interface Props {
  readonly label: string;
  /** As high as the small buttons that it stands beside. */
  readonly isSmall?: boolean;
  readonly mostBytes: number;
  /** What to do about a file that is larger, as the end of a sentence. */
  readonly tooLarge: string;
  /** What went wrong is said; the button is dead until it is over. */
  onTake(fileName: string, content: string): Promise<void>;
}

const MOST_NAME = 120;

/** A button that takes a table from the computer, CSV or XLSX; its content goes on as base64. */
export function PickTable({ label, isSmall = false, mostBytes, tooLarge, onTake }: Props) {
  const { message } = App.useApp();
  const [sending, setSending] = useState(false);
  const take = async (file: File) => {
    if (file.size > mostBytes) {
      return message.error(`文件超过 ${Math.floor(mostBytes / 1024 / 1024)} MB，${tooLarge}`);
    }
    setSending(true);
    try {
      await onTake(file.name.slice(-MOST_NAME), await base64Of(file));
    } catch (fault) {
      message.error(sentenceOf(fault));
    }
    setSending(false);
  };
  return (
    <label className={`pick-table${isSmall ? ' is-small' : ''}`} aria-busy={sending}>
      {sending ? '正在传…' : label}
      <input
        type="file"
        className="sr-only"
        accept=".csv,.xlsx"
        aria-label={label}
        disabled={sending}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void take(file);
        }}
      />
    </label>
  );
}
