import type { CatalogueDraftValue } from '@huimin/contract/console';
import { App, Button, Popconfirm } from 'antd';
import { useState } from 'react';
import { call, sentenceOf } from '../../api/client.ts';
import { useReturn } from '../../api/use-return.ts';
import { useSelf } from '../../app/self.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { shortTime } from '../../parts/when.ts';
import type { ListWish } from './list-wish.ts';

interface Props {
  readonly draft: CatalogueDraftValue;
  readonly wish: ListWish;
  onChanged(): void;
}

/** The draft of a list's next version: what it changes, who wrote it, and its way to the residents by two people. */
export function DraftBar({ draft, wish, onChanged }: Props) {
  const { may, refresh } = useSelf();
  const { message } = App.useApp();
  const [asks, setAsks] = useState<'submit' | 'agree' | 'refuse' | null>(null);
  const { request } = draft;
  useReturn(onChanged, request !== null && asks === null);
  const done = (text: string) => {
    message.success(text);
    onChanged();
    refresh();
  };
  const run = (work: Promise<unknown>, text: string) =>
    work.then(
      () => done(text),
      (fault) => message.error(sentenceOf(fault)),
    );
  const decide = async (agree: boolean, note: string) => {
    await call('decideApproval', { approvalNo: request?.approvalNo ?? '', agree, note: note || undefined });
    done(agree ? '已同意，居民现在看到的是新的一版' : '已回复不同意');
  };
  return (
    <section className="cat-draft" aria-label="草稿">
      <p>
        <b>{request ? '等第二个人同意' : '草稿，居民还看不到'}</b>　{changesOf(draft)}
        <br />
        {draft.source}　{draft.writtenBy}　<span className="num">{shortTime(draft.writtenAt)}</span>
        {request && (
          <>
            {'　'}送审：{request.askedBy}，{request.reason}
          </>
        )}
        {draft.isStale && <span className="cat-stop">　写它以后线上换过一版，请丢弃后按现在的重新改</span>}
        {draft.misfits > 0 && <span className="cat-stop">　有 {draft.misfits} 行和别的目录对不上，改好才能送审</span>}
      </p>
      {request === null && may('catalogue.change') && (
        <>
          <Popconfirm
            title="丢弃草稿，所有改动都不要了？"
            okText="丢弃"
            cancelText="留着"
            onConfirm={() => run(call('discardCatalogueDraft', wish), '已丢弃')}
          >
            <Button>丢弃</Button>
          </Popconfirm>
          <Button type="primary" disabled={draft.isStale || draft.misfits > 0} onClick={() => setAsks('submit')}>
            送审
          </Button>
        </>
      )}
      {request?.isOwn && (
        <Button onClick={() => run(call('withdrawApproval', { approvalNo: request.approvalNo }), '已撤回，可以接着改')}>
          撤回
        </Button>
      )}
      {request?.mayDecide && (
        <>
          <Button onClick={() => setAsks('refuse')}>不同意</Button>
          <Button type="primary" onClick={() => setAsks('agree')}>
            同意并发布
          </Button>
        </>
      )}
      {asks === 'submit' && (
        <ReasonDialog
          title="送审"
          okText="送审"
          onClose={() => setAsks(null)}
          onSend={async (reason) => {
            await call('submitCatalogueDraft', { ...wish, reason });
            done('已送审，另一个人同意后居民就看到');
          }}
        >
          <p>{changesOf(draft)}。另一个人同意后马上发布。</p>
        </ReasonDialog>
      )}
      {(asks === 'agree' || asks === 'refuse') && (
        <ReasonDialog
          title={asks === 'agree' ? '同意并发布' : '不同意'}
          okText={asks === 'agree' ? '同意并发布' : '不同意'}
          label={asks === 'agree' ? '说明' : '为什么不同意，申请人会看到'}
          least={asks === 'agree' ? 0 : 1}
          onClose={() => setAsks(null)}
          onSend={(note) => decide(asks === 'agree', note)}
        >
          <p>{changesOf(draft)}</p>
        </ReasonDialog>
      )}
    </section>
  );
}

function changesOf({ added, changed, gone, isReordered }: CatalogueDraftValue): string {
  const parts = [
    added > 0 ? `新增 ${added} 行` : '',
    changed > 0 ? `改 ${changed} 行` : '',
    gone > 0 ? `去掉 ${gone} 行` : '',
    isReordered ? '次序有变' : '',
  ].filter((text) => text !== '');
  return parts.length === 0 ? '和现在的没有差别' : parts.join('，');
}
