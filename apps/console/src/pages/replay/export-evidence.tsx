import type { ExportGrantValue, ExportStandingValue, RecordingViewValue } from '@huimin/contract/console';
import { Alert, App, Button, Input, Progress, Radio, Skeleton } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { call, download, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Dialog } from '../../app/dialog.tsx';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { useSelf } from '../../app/self.tsx';
import { WhoAgrees } from '../../app/who-agrees.tsx';
import { openReport } from './open-report.ts';
import './export-evidence.css';
import { useSending } from '../../parts/use-sending.ts';
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
      {open && <ExportDialog recording={recording} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DialogProps {
  readonly recording: Recording;
  onClose(): void;
}

/** Somebody else agrees on another page. */
const LOOK_AGAIN_MS = 5_000;

function ExportDialog({ recording, onClose }: DialogProps) {
  const { value, problem, reload } = useCall('showExport', { trace: recording.trace });
  const waits = value?.waiting ?? false;
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(reload, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [waits, reload]);
  const notes = value?.notes.map((note) => <Alert key={note} type="warning" showIcon title={note} />);
  if (value !== null && value.whyNot === null && value.grant !== null) {
    return (
      <Fetch grant={value.grant} recording={recording} onClose={onClose}>
        {notes}
      </Fetch>
    );
  }
  if (value !== null && value.whyNot === null && !waits) {
    return (
      <Ask standing={value} trace={recording.trace} onAsked={reload} onClose={onClose}>
        {notes}
      </Ask>
    );
  }
  return (
    <Dialog open isTold title={TITLE} okText="知道了" onOk={onClose} onCancel={onClose}>
      <div className="ex-body">
        <LoadProblem problem={problem} onRetry={reload} />
        {value === null && problem === null && <Skeleton active />}
        {value?.whyNot && <Alert type="info" showIcon title={value.whyNot} />}
        {value?.whyNot === null && (
          <>
            {notes}
            <Alert type="info" showIcon title="已经申请，等另一个人在“申请”里同意。同意以后回到这里下载" />
          </>
        )}
      </div>
    </Dialog>
  );
}

const TITLE = '导出证据包';

interface AskProps {
  readonly standing: ExportStandingValue;
  readonly trace: string;
  readonly children: ReactNode;
  onAsked(): void;
  onClose(): void;
}

function Ask({ standing, trace, children, onAsked, onClose }: AskProps) {
  const { message } = App.useApp();
  const [content, setContent] = useState(standing.contents[0]?.content ?? 'proofs');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { sending, problem, run } = useSending();
  const isShort = reason.trim().length < LEAST_REASON;
  const ask = () => {
    setTried(true);
    if (isShort) return;
    return run(async () => {
      await call('askExport', { trace, content, reason: reason.trim() });
      message.success('已申请，另一个人同意后 24 小时内可以下载');
      onAsked();
    });
  };
  const missing = tried && isShort ? `请写为什么导出，至少 ${LEAST_REASON} 个字` : null;
  const wrong = missing ?? problem;
  return (
    <Dialog open title={TITLE} okText="申请导出" onOk={ask} onCancel={onClose} confirmLoading={sending}>
      <div className="ex-body">
        {children}
        <fieldset className="ex-contents">
          <legend>导出什么</legend>
          <Radio.Group
            vertical
            value={content}
            onChange={(event) => setContent(event.target.value)}
            options={standing.contents.map((one) => ({ value: one.content, label: one.label }))}
          />
        </fieldset>
        <label htmlFor="ex-reason">为什么导出（会写进公开的存证日志，不要写姓名和号码）</label>
        <Input.TextArea
          id="ex-reason"
          rows={3}
          maxLength={200}
          status={missing === null ? '' : 'error'}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <WhoAgrees permission="export.approve" />
        <p className="ex-note">同意以后只有您能下载，24 小时有效，每次都留痕。</p>
        {wrong !== null && <Alert type="error" showIcon title={wrong} role="alert" />}
      </div>
    </Dialog>
  );
}

const LEAST_REASON = 4;

interface FetchProps {
  readonly grant: ExportGrantValue;
  readonly recording: Recording;
  readonly children: ReactNode;
  onClose(): void;
}

function Fetch({ grant, recording, children, onClose }: FetchProps) {
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
  const isComing = percent !== null && percent < 100;
  return (
    <Dialog
      open
      title={TITLE}
      okText="下载"
      cancelText="关闭"
      onOk={fetchFile}
      onCancel={onClose}
      okButtonProps={{ disabled: isComing }}
    >
      <div className="ex-body">
        {children}
        <Alert type="success" showIcon title={`${grant.approvedBy} 已同意，到 ${shortTime(grant.until)} 为止`} />
        <p className="ex-note">用途：{grant.reason}</p>
        <p className="num">{grant.fileName}</p>
        {percent !== null && <Progress percent={percent} aria-label="下载进度" />}
        {grant.content !== 'proofs' && (
          <div>
            <Button onClick={print}>打印关键页面（可存为 PDF）</Button>
          </div>
        )}
        <p className="ex-note">
          文件是 ZIP：改名为 .zip 就能解开，先看里面的 README.txt。有记录、证明、条款原文、离线播放器和核验程序。
          {grant.takenAt !== null && '已经导出过，存证日志里有记录。'}
        </p>
      </div>
    </Dialog>
  );
}

function save(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
