import type { ExportGrantValue, ExportStandingValue, RecordingViewValue } from '@huimin/contract/console';
import { Alert, App, Button, Input, Modal, Progress, Radio, Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { call, download, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Icon } from '../../app/icon.tsx';
import { useSelf } from '../../app/self.tsx';
import { WhoAgrees } from '../../app/who-agrees.tsx';
import { openReport } from './open-report.ts';
import './export-evidence.css';
import { shortTime } from '../../parts/when.ts';

type Recording = Pick<RecordingViewValue, 'trace'> & RecordingViewValue;

/** Takes a recording out: asked for here, agreed to by somebody else, fetched here by whoever asked. */
export function ExportEvidence({ recording }: { recording: Recording }) {
  const { may } = useSelf();
  const [open, setOpen] = useState(false);
  if (!may('export.ask')) return null;
  return (
    <>
      <Button type="primary" icon={<Icon name="export" size={16} />} onClick={() => setOpen(true)}>
        导出证据包
      </Button>
      <Modal title="导出证据包" open={open} footer={null} destroyOnHidden onCancel={() => setOpen(false)}>
        <Standing recording={recording} />
      </Modal>
    </>
  );
}

/** Somebody else agrees on another page. */
const LOOK_AGAIN_MS = 5_000;

function Standing({ recording }: { recording: Recording }) {
  const { value, problem, reload } = useCall('showExport', { trace: recording.trace });
  const waits = value?.waiting ?? false;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(reload, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waits, reload]);
  if (problem !== null) return <Alert type="warning" showIcon title={problem} />;
  if (value === null) return <Skeleton active />;
  const { whyNot, notes, waiting, grant } = value;
  if (whyNot !== null) return <Alert type="info" showIcon title={whyNot} />;
  return (
    <div className="ex-body">
      {notes.map((note) => (
        <Alert key={note} type="warning" showIcon title={note} />
      ))}
      {grant !== null && <Fetch grant={grant} recording={recording} />}
      {waiting && <Alert type="info" showIcon title="已经申请，等另一个人在“申请”里同意。同意以后回到这里下载" />}
      {grant === null && !waiting && <Ask standing={value} trace={recording.trace} onAsked={reload} />}
    </div>
  );
}

function Ask({ standing, trace, onAsked }: { standing: ExportStandingValue; trace: string; onAsked(): void }) {
  const { message } = App.useApp();
  const [content, setContent] = useState(standing.contents[0]?.content ?? 'proofs');
  const [reason, setReason] = useState('');
  const [asking, setAsking] = useState(false);
  const ask = () => {
    setAsking(true);
    call('askExport', { trace, content, reason: reason.trim() }).then(
      () => {
        message.success('已申请，另一个人同意后 24 小时内可以下载');
        onAsked();
      },
      (problem) => {
        setAsking(false);
        message.error(sentenceOf(problem));
      },
    );
  };
  return (
    <>
      <fieldset className="ex-contents">
        <legend>导出什么</legend>
        <Radio.Group
          vertical
          value={content}
          onChange={(event) => setContent(event.target.value)}
          options={standing.contents.map((one) => ({ value: one.content, label: one.label }))}
        />
      </fieldset>
      <label htmlFor="ex-reason">为什么导出（至少 4 个字，会写进公开的存证日志，不要写姓名和号码）</label>
      <Input.TextArea
        id="ex-reason"
        rows={3}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <WhoAgrees permission="export.approve" />
      <p className="ex-note">同意以后只有您能下载，24 小时有效，每次都留痕。</p>
      <div className="ex-buttons">
        <Button type="primary" loading={asking} disabled={reason.trim().length < 4} onClick={ask}>
          申请导出
        </Button>
      </div>
    </>
  );
}

function Fetch({ grant, recording }: { grant: ExportGrantValue; recording: Recording }) {
  const { message } = App.useApp();
  const [percent, setPercent] = useState<number | null>(null);
  const stop = useRef<(() => void)[]>([]);
  const { trace } = recording;
  // The report asks its page for what it shows as long as that is open.
  useEffect(() => {
    const stops = stop.current;
    return () => {
      for (const one of stops) one();
    };
  }, []);
  const fetchFile = () => {
    setPercent(0);
    download('downloadExport', { trace }, (received, about) =>
      // Packed it is smaller than told; nobody knows by how much before the end.
      setPercent(Math.min(99, Math.round((received / Math.max(1, about)) * 100))),
    ).then(
      ({ file, fileName }) => {
        setPercent(100);
        save(file, fileName);
        message.success(`${fileName} 已下载，${Math.ceil(file.size / 1024)} KB`);
      },
      (problem) => {
        setPercent(null);
        message.error(sentenceOf(problem));
      },
    );
  };
  const print = () => {
    const close = openReport(recording, grant.content === 'unmasked');
    if (close === null) message.error('浏览器没有让新窗口打开，请允许本站弹出窗口');
    else stop.current.push(close);
  };
  return (
    <>
      <Alert type="success" showIcon title={`${grant.approvedBy} 已同意，到 ${shortTime(grant.until)} 为止`} />
      <p className="ex-note">用途：{grant.reason}</p>
      {percent !== null && <Progress percent={percent} aria-label="下载进度" />}
      <div className="ex-buttons">
        <Button type="primary" disabled={percent !== null && percent < 100} onClick={fetchFile}>
          下载 {grant.fileName}
        </Button>
        {grant.content !== 'proofs' && <Button onClick={print}>打印关键页面（可存为 PDF）</Button>}
      </div>
      <p className="ex-note">
        文件是 ZIP：改名为 .zip 就能解开，先看里面的 README.txt。有记录、证明、条款原文、离线播放器和核验程序。
        {grant.takenAt !== null && '已经导出过，存证日志里有记录。'}
      </p>
    </>
  );
}

function save(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
