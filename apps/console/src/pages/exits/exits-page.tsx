import type { ExitKindName, ExitLineValue } from '@huimin/contract/console';
import { Alert, App, Button, Empty, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call, type Outputs } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { shortTime } from '../../parts/when.ts';
import { ExitEditor } from './exit-editor.tsx';
import { EXIT_KINDS_SHOWN, EXIT_WORDS } from './exit-words.ts';
import './exits.css';

/** Where residents can be led away to: partners’ pages and the medical-insurance app. */
export default function ExitsPage() {
  const { message } = App.useApp();
  const { value, problem, reload } = useCall('listExits', {});
  const [doing, setDoing] = useState<{ readonly kind: ExitKindName; readonly former: ExitLineValue | null } | null>(
    null,
  );
  const [closing, setClosing] = useState<ExitLineValue | null>(null);
  return (
    <div className="page">
      <PageHead
        title="外部去处"
        note="居民能从这里去到的别家页面；只能在服务器设置里允许的站点上。加和改要第二个人同意，关马上算数"
      />
      <LoadProblem problem={problem} onRetry={reload} />
      {value === null && problem === null && <Skeleton active />}
      {value?.waiting.map((one) => (
        <Alert
          key={one.approvalNo}
          type="warning"
          showIcon
          title={`${one.subject}，等第二个人同意`}
          description={`${one.details ?? ''}　${one.askedBy}　${one.reason}`}
          action={<Link to="/approvals">去申请</Link>}
        />
      ))}
      {value &&
        EXIT_KINDS_SHOWN.map((kind) => (
          <Exits
            key={kind}
            kind={kind}
            list={value}
            onOpen={(former) => setDoing({ kind, former })}
            onShut={setClosing}
          />
        ))}
      {closing && (
        <ReasonDialog
          title={`关：${closing.name}`}
          okText="现在就关"
          onClose={() => setClosing(null)}
          onSend={async (reason) => {
            await call('closeExit', { exitKind: closing.exitKind, exitCode: closing.exitCode, reason });
            message.success('已经关了，居民去不了了');
            reload();
          }}
        >
          <p className="dialog-lead">马上算数，不用第二个人。再开要第二个人同意。</p>
        </ReasonDialog>
      )}
      {doing && value && (
        <ExitEditor
          {...doing}
          origins={value.partnerOrigins}
          onClose={() => setDoing(null)}
          onDone={() => {
            setDoing(null);
            message.success('已提交，等第二个人同意');
            reload();
          }}
        />
      )}
    </div>
  );
}

interface ExitsProps {
  readonly kind: ExitKindName;
  readonly list: Outputs['listExits'];
  onOpen(former: ExitLineValue | null): void;
  onShut(one: ExitLineValue): void;
}

function Exits({ kind, list, onOpen, onShut }: ExitsProps) {
  const { title, note } = EXIT_WORDS[kind];
  const exits = list.exits.filter(({ exitKind }) => exitKind === kind);
  const origins = kind === 'medical-app' ? list.medicalOrigins : list.partnerOrigins;
  return (
    <section className="panel exits-kind" aria-label={title}>
      <div className="panel-head">
        <h2>{title}</h2>
        <small className="exits-note">{note}</small>
        {list.mayChange && (
          <Button
            size="small"
            icon={<Icon name="plus" size={14} />}
            aria-label={`新加：${title}`}
            onClick={() => onOpen(null)}
          >
            新加
          </Button>
        )}
      </div>
      {exits.length === 0 ? (
        <Empty
          style={{ padding: 16 }}
          description={list.mayChange ? '还没有，点“新加”登记' : '还没有'}
          image={Empty.PRESENTED_IMAGE_SIMPLE}
        />
      ) : (
        <div className="scroll-x">
          <table className="console-table">
            <caption className="sr-only">{title}</caption>
            <thead>
              <tr>
                <th scope="col">代码</th>
                <th scope="col">名称</th>
                <th scope="col">{kind === 'medical-app' ? '说明' : '页面地址'}</th>
                {kind === 'partner-page' && <th scope="col">对方的产品代码</th>}
                {kind === 'token' && (
                  <th scope="col" className="right">
                    有效秒数
                  </th>
                )}
                <th scope="col">状态</th>
                <th scope="col">最近改动</th>
                {list.mayChange && (
                  <th scope="col">
                    <span className="sr-only">操作</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {exits.map((one) => (
                <tr key={one.exitCode}>
                  <td className="num">{one.exitCode}</td>
                  <td className="wrap">{one.name}</td>
                  <td className="wrap">
                    {kind === 'medical-app' ? one.note : <code className="exits-url">{one.url}</code>}
                  </td>
                  {kind === 'partner-page' && <td className="num">{one.productCode}</td>}
                  {kind === 'token' && <td className="num right">{one.lifeSeconds}</td>}
                  <td>
                    <StateTag tone={one.isActive ? 'success' : 'neutral'}>{one.isActive ? '开着' : '关着'}</StateTag>
                  </td>
                  <td className="num">
                    {shortTime(one.changedAt)}　{one.changedBy}
                  </td>
                  {list.mayChange && (
                    <td className="right">
                      <Button size="small" aria-label={`改 ${one.name}`} onClick={() => onOpen(one)}>
                        改
                      </Button>{' '}
                      {one.isActive && (
                        <Button size="small" danger aria-label={`关 ${one.name}`} onClick={() => onShut(one)}>
                          关
                        </Button>
                      )}
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="exits-origins">
        {origins.length > 0 ? `设置里允许的站点：${origins.join('、')}` : '设置里没有允许的站点，居民现在去不了'}
      </p>
    </section>
  );
}
