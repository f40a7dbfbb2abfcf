import type { RightsRequestValue } from '@huimin/contract/console';
import { RIGHT_LABELS } from '@huimin/domain/account';
import { App, Button, Empty, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_TIME, MoreRows } from '../../app/more-rows.tsx';
import { PageHead } from '../../app/page-head.tsx';
import { useSelf } from '../../app/self.tsx';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { useKeys } from '../../app/use-keys.ts';
import { usePicked } from '../../app/use-picked.ts';
import { ListKeys } from '../../parts/list-keys.tsx';
import { PickedArticle } from '../../parts/picked-article.tsx';
import { ReasonDialog } from '../../parts/reason-dialog.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { TabLabel } from '../../parts/tab-label.tsx';
import { TimeLeft } from '../../parts/time-left.tsx';
import { longTime, writtenDay } from '../../parts/when.ts';
import './rights.css';

const RECORDINGS = '参保过程记录马上处理：过了保存期的销毁，还在保存期的改为只存不用。';
const SOON_MS = 3 * 24 * 3_600_000;
/** What the answer sets going. */
const FOLLOWS: Readonly<Record<RightsRequestValue['right'], string>> = {
  correct: '请先办好，再写办了什么。',
  restrict: `${RECORDINGS}消息工作人员不再能看，开售预约取消，不再发营销短信。办了多少自动写进答复。订单和保单依法保存。本人以后可以自己恢复。`,
  erase: `${RECORDINGS}消息、开售预约、没有参保过的人、称呼、邮箱和地址删除，不再发营销短信。办了多少自动写进答复。订单和保单依法保存。`,
  consent: '营销短信、既往症查询授权和自动扣费由本人自己马上撤回，不经过这里。别的请先办好，再写办了什么。',
};

/** What residents ask for about their own data, by its deadline. */
export default function RightsPage() {
  const { may, refresh, self } = useSelf();
  const waiting = self.waiting.rights ?? 0;
  const { message } = App.useApp();
  const address = useAddressFilter('before');
  const which = address.given('which') === 'done' ? 'done' : 'open';
  const { value, loading, problem, reload } = useCall('listRightsRequests', { which, before: address.cursor });
  const [answering, setAnswering] = useState<{ one: RightsRequestValue; agree: boolean } | null>(null);
  const requests = value?.requests ?? [];
  const { current, pick } = usePicked(requests, ({ rightsNo }) => rightsNo);
  const mayAnswer = may('rights.answer') && requests.some(({ open }) => open);
  const answer = (agree: boolean) => current?.open && mayAnswer && setAnswering({ one: current, agree });
  useKeys(
    { a: () => answer(true), d: () => answer(false) },
    mayAnswer
      ? [
          ['A', '办好了，答复'],
          ['D', '不能办，答复'],
        ]
      : [],
  );
  return (
    <div className="page">
      <PageHead title="本人的权利" note="15 个工作日内答复，先到期的在前；要一份的由本人自己看和存，不用办">
        {requests.length > 0 && (
          <ListKeys
            more={
              mayAnswer
                ? [
                    ['A', '办好了'],
                    ['D', '不能办'],
                  ]
                : undefined
            }
          />
        )}
      </PageHead>
      <Tabs
        activeKey={which}
        onChange={(key) => address.set({ which: key === 'done' ? 'done' : null })}
        items={[
          { key: 'open', label: waiting > 0 ? <TabLabel label="待办" count={waiting} /> : '待办' },
          { key: 'done', label: '办过的' },
        ]}
      />
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel" aria-label={which === 'open' ? '待办' : '办过的'} aria-busy={loading}>
        {value === null && loading && <Skeleton active style={{ padding: 14 }} />}
        {value?.requests.length === 0 && (
          <Empty
            style={{ padding: 24 }}
            description={which === 'open' ? '没有要办的' : '还没有办过的'}
            image={Empty.PRESENTED_IMAGE_SIMPLE}
          />
        )}
        {requests.map((one) => (
          <PickedArticle
            key={one.rightsNo}
            headingId={`right-${one.rightsNo}`}
            isCurrent={one === current}
            onPick={() => pick(one.rightsNo)}
          >
            <h3 id={`right-${one.rightsNo}`}>
              {RIGHT_LABELS[one.right]} <StateTag tone={one.tone}>{one.statusLabel}</StateTag>
              {one.open && value && <TimeLeft dueAt={one.dueAt} now={value.at} soonMs={SOON_MS} lead="还有 " />}
              <span className="account num">
                {longTime(one.askedAt)} 提出，{writtenDay(one.dueAt)} 前答复
              </span>
            </h3>
            <p>
              手机 <span className="num">{one.phone}</span>{' '}
              {one.person !== null && may('people.view') && <Link to={`/people/${one.person}`}>看这个人</Link>}
            </p>
            <p>{one.words}</p>
            {one.openMoney.length > 0 && <p>还在办的款：{one.openMoney.join('、')}。照常办，要用的留到办完。</p>}
            {one.answer !== null && (
              <p>
                {one.answeredBy === null ? '系统马上办了' : `${one.answeredBy} 答复`}：{one.answer}
              </p>
            )}
            {one.lifted && (
              <p>
                本人 <span className="num">{longTime(one.lifted.at)}</span> 恢复了使用：{one.lifted.words}
              </p>
            )}
            {one.goesOn && <p>有理赔没办完的人先留着，办完自动删除。</p>}
            {one.open && may('rights.answer') && (
              <div className="act">
                <Button size="small" onClick={() => setAnswering({ one, agree: true })}>
                  办好了，答复
                </Button>
                <Button size="small" onClick={() => setAnswering({ one, agree: false })}>
                  不能办，答复
                </Button>
              </div>
            )}
          </PickedArticle>
        ))}
        <MoreRows filter={address} next={value?.next} labels={BY_TIME} />
      </section>
      {answering && (
        <ReasonDialog
          title={`${answering.agree ? '办好了' : '不能办'}：${RIGHT_LABELS[answering.one.right]}`}
          okText="答复本人"
          label="给本人的答复"
          onSend={async (words) => {
            const { one, agree } = answering;
            await call('answerRightsRequest', { rightsNo: one.rightsNo, agree, answer: words });
            message.success('已答复，本人能看到');
            reload();
            refresh();
          }}
          onClose={() => setAnswering(null)}
        >
          <blockquote className="rights-words">
            <span className="num">{answering.one.phone}</span> 说：{answering.one.words}
          </blockquote>
          <p>{answering.agree ? FOLLOWS[answering.one.right] : '请写明为什么不能办，以及本人还可以怎么办。'}</p>
        </ReasonDialog>
      )}
    </div>
  );
}
