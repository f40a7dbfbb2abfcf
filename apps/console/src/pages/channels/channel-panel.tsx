import { App, Button, QRCode, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useCrumb } from '../../app/crumb.ts';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { editionOptions } from '../../parts/edition-options.ts';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { longTime, writtenDay } from '../../parts/when.ts';
import '../../parts/parts.css';
import { ChannelEditor } from './channel-editor.tsx';
import { type Institutions, STANDING_TONES } from './channel-words.ts';

interface Props {
  readonly channelCode: string;
  readonly institutions: Institutions;
  onClose(): void;
  onChanged(): void;
}

/** One channel or agent: its code as an address and as a picture, its registration, and what was changed. */
export function ChannelPanel({ channelCode, institutions, onClose, onChanged }: Props) {
  const { message } = App.useApp();
  const { value, problem, isUnknown, reload } = useCall('showSaleChannel', { channelCode });
  const [doing, setDoing] = useState<'edit' | 'stop' | 'resume' | null>(null);
  const [edition, setEdition] = useState<string | null>(null);
  const done = (words: string) => {
    message.success(words);
    reload();
    onChanged();
  };
  const channel = value?.channel;
  useCrumb(channel?.name);
  const link = value?.links.find((one) => one.edition === edition) ?? value?.links[0];
  return (
    <aside className="panel channel-side" aria-label={`${channelCode} 的详情`}>
      <div className="panel-head">
        <h2>{channel?.name ?? channelCode}</h2>
        <span className="space" />
        <Button
          type="text"
          size="small"
          aria-label="关上详情"
          icon={<Icon name="close" size={16} />}
          onClick={onClose}
        />
      </div>
      <LoadProblem {...{ problem, isUnknown }} onRetry={reload} onLeave={onClose} />
      {value === null && problem === null && <Skeleton active style={{ padding: 14 }} />}
      {value && channel && (
        <div className="panel-body">
          <dl className="facts">
            <dt>编码</dt>
            <dd className="num">{channel.channelCode}</dd>
            <dt>种类</dt>
            <dd>{channel.parentName === null ? channel.kindLabel : `${channel.kindLabel}，${channel.parentName}`}</dd>
            <dt>登记编号</dt>
            <dd className="num">{channel.licenceNo ?? '没有'}</dd>
            <dt>有效到</dt>
            <dd className="num">{writtenDay(channel.licenceUntil)}</dd>
            <dt>状态</dt>
            <dd>
              <StateTag tone={STANDING_TONES[channel.standing]}>{channel.standingText}</StateTag>
            </dd>
          </dl>
          <p className="channel-acts">
            <Link to={`/channels?part=report&by=agent`}>看业绩</Link>
            {channel.agents > 0 && <Link to={`/channels?of=${channel.channelCode}`}>看 {channel.agents} 名业务员</Link>}
            {value.mayChange && (
              <>
                <Button size="small" onClick={() => setDoing('edit')}>
                  改
                </Button>
                {channel.isOwnStopped ? (
                  <Button size="small" onClick={() => setDoing('resume')}>
                    恢复
                  </Button>
                ) : (
                  <Button size="small" danger onClick={() => setDoing('stop')}>
                    停用
                  </Button>
                )}
              </>
            )}
          </p>
          {link && (
            <section aria-label="链接和二维码">
              <h3 className="channel-title">链接和二维码</h3>
              {channel.standing !== 'active' && <p className="state state-warn">现在从这里来的订单不会记到名下。</p>}
              {value.links.length > 1 && (
                <Select
                  size="small"
                  aria-label="产品版本"
                  style={{ width: '100%' }}
                  value={link.edition}
                  options={editionOptions(value.links)}
                  onChange={(chosen: string) => setEdition(chosen)}
                />
              )}
              <div className="channel-link">
                <QRCode value={link.url} size={112} type="svg" bordered={false} aria-label="二维码，内容是下面的链接" />
                <div>
                  <code className="channel-url">{link.url}</code>
                  <Button
                    size="small"
                    icon={<Icon name="copy" size={14} />}
                    onClick={() =>
                      navigator.clipboard.writeText(link.url).then(
                        () => message.success('已复制'),
                        () => message.error('复制不了，请选中链接再复制'),
                      )
                    }
                  >
                    复制链接
                  </Button>
                </div>
              </div>
            </section>
          )}
          <section aria-label="改动记录">
            <h3 className="channel-title">改动记录</h3>
            <ol className="channel-changes">
              {value.changes.map(({ at, by, what, reason }) => (
                <li key={`${at} ${what} ${reason}`}>
                  <b>{what}</b>
                  <span>{reason}</span>
                  <small className="state-plain num">
                    {longTime(at)}　{by}
                  </small>
                </li>
              ))}
            </ol>
          </section>
          {doing === 'edit' && (
            <ChannelEditor
              former={channel}
              institutions={institutions}
              onClose={() => {
                setDoing(null);
                reload();
              }}
              onDone={() => {
                setDoing(null);
                reload();
                onChanged();
              }}
            />
          )}
          {doing === 'stop' && (
            <ReasonDialog
              title={`停用：${channel.name}`}
              okText="停用"
              onClose={() => setDoing(null)}
              onSend={(reason) => call('stopSaleChannel', { channelCode, reason }).then(() => done('已停用'))}
            >
              <p>
                从现在起新订单不再记到名下{channel.agents > 0 && `，它的 ${channel.agents} 名业务员也一样`}
                。以前的订单不变，链接照样能打开、能参保。
              </p>
            </ReasonDialog>
          )}
          {doing === 'resume' && (
            <ReasonDialog
              title={`恢复：${channel.name}`}
              okText="恢复"
              onClose={() => setDoing(null)}
              onSend={(reason) => call('resumeSaleChannel', { channelCode, reason }).then(() => done('已恢复'))}
            >
              <p>从现在起新订单又会记到名下；停用期间的不补记。</p>
            </ReasonDialog>
          )}
        </div>
      )}
    </aside>
  );
}
