import type { PersonViewValue } from '@huimin/contract/console';
import { formatYuan } from '@huimin/domain/money';
import { Alert, App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { call, type Outputs, sentenceOf } from '../../api/client.ts';
import { useCall } from '../../api/use-call.ts';
import { useEnd, useReturn } from '../../api/use-return.ts';
import { useCrumb } from '../../app/crumb.ts';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { useSelf } from '../../app/self.tsx';
import { PersonActs } from '../../parts/person-acts.tsx';
import { StateTag } from '../../parts/state-tag.tsx';
import { clockTime, shortTime, writtenDay } from '../../parts/when.ts';
import { AskReveal } from './ask-reveal.tsx';
import { RightsPart } from './rights-part.tsx';

const minute = shortTime;

/** One person, masked: who it is and what can be done, what is insured, who looked. */
export function PersonPanels({ person }: { person: string }) {
  const { value, loading, problem, reload } = useCall('showPerson', { person });
  useCrumb(value?.line.name);
  useReturn(reload, value?.reveal.waiting === true);
  return (
    <>
      <LoadProblem problem={problem} onRetry={reload} />
      {value === null && loading && <Skeleton active />}
      {value && (
        <div className="pe-columns">
          <WhoPanel view={value} onChanged={reload} />
          <CoverPanel view={value} />
          <LooksPanel view={value} />
        </div>
      )}
    </>
  );
}

interface Changing {
  readonly view: PersonViewValue;
  onChanged(): void;
}

function WhoPanel({ view, onChanged }: Changing) {
  const { line, account, family, reveal } = view;
  const { may } = useSelf();
  const { message } = App.useApp();
  const [asking, setAsking] = useState(false);
  const [whole, setWhole] = useState<Outputs['readPerson'] | null>(null);
  // Masked again when the time is over, also on a page that is left open.
  useEnd(whole?.until ?? reveal.until, () => {
    setWhole(null);
    onChanged();
  });
  const read = async () => {
    try {
      setWhole(await call('readPerson', { person: line.person }));
    } catch (fault) {
      message.error(sentenceOf(fault));
      onChanged();
    }
  };
  return (
    <section className="panel" aria-labelledby="pe-who">
      <div className="panel-head">
        <span className="pe-mark" aria-hidden="true">
          {line.name.slice(0, 1)}
        </span>
        <h2 id="pe-who">{whole?.name ?? line.name}</h2>
        {account && <StateTag tone="success">手机已验</StateTag>}
        <span className="space" />
        {may('person.reveal') &&
          (reveal.until === null ? (
            <Button
              size="small"
              icon={<Icon name="eye" size={16} />}
              disabled={reveal.waiting}
              onClick={() => setAsking(true)}
            >
              {reveal.waiting ? '等第二个人同意' : '查看完整信息'}
            </Button>
          ) : (
            <Button size="small" onClick={whole === null ? read : () => setWhole(null)}>
              {whole === null ? '显示完整信息' : '遮盖'}
            </Button>
          ))}
      </div>
      <div className="panel-body">
        {whole !== null && (
          <Alert
            style={{ marginBottom: 8 }}
            type="warning"
            showIcon
            title={`只给您看，到 ${clockTime(whole.until)} 自动遮盖`}
          />
        )}
        <dl className="facts">
          <dt>证件</dt>
          <dd>
            {line.idType} <span className="num">{whole?.idNumber ?? line.idNumber}</span>
          </dd>
          <dt>手机</dt>
          <dd className="num">
            {whole?.phone ?? line.phone ?? '没有留'}
            {account && `（账户 ${account.phone}）`}
          </dd>
          <dt>医保</dt>
          <dd>
            {line.place || '没有填'}
            {view.medicalType && `，${view.medicalType}`}
          </dd>
          <dt>同意</dt>
          <dd>{view.consent ?? '没有自己的账户'}</dd>
        </dl>
        <h3 className="pe-part">家庭（{family.length + 1} 人）</h3>
        <ul className="pe-rows">
          <li>
            <span>本人</span>
            <span>{line.name}</span>
          </li>
          {family.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: masked people may look the same
            <li key={index}>
              <span>{one.relationship}</span>
              <span>{one.name}</span>
              <span className="num">{one.idNumber}</span>
            </li>
          ))}
        </ul>
        {may('people.serve') && (
          <>
            <h3 className="pe-part">可以做</h3>
            <PersonActs person={line.person} orders={ordersOf(view)} onChanged={onChanged} />
          </>
        )}
      </div>
      {asking && <AskReveal line={line} onAsked={onChanged} onClose={() => setAsking(false)} />}
    </section>
  );
}

const ordersOf = ({ policies, orders }: PersonViewValue): string[] => [
  ...new Set([...policies, ...orders].map(({ orderNo }) => orderNo)),
];

function CoverPanel({ view }: { view: PersonViewValue }) {
  const { policies, claims, orders, contacts } = view;
  const years = new Set(policies.map(({ year }) => year)).size;
  const events = [
    ...orders.map((order) => ({
      at: order.at,
      key: order.orderNo,
      text: (
        <>
          <Link to={`/orders/${order.orderNo}`}>{order.orderNo}</Link>，{order.people} 人 {formatYuan(order.amountFen)}
          ，{order.statusLabel}
        </>
      ),
    })),
    ...contacts.map((contact, index) => ({
      at: contact.at,
      key: `contact ${index}`,
      text: `${contact.kind}，${contact.words}${contact.ticket ? `，工单 ${contact.ticket}` : ''}（${contact.who}）`,
    })),
  ].sort((a, b) => (a.at < b.at ? 1 : -1));
  return (
    <section className="panel" aria-labelledby="pe-policies">
      <div className="panel-head">
        <h2 id="pe-policies">保单</h2>
        <small>{years} 个年度</small>
      </div>
      {policies.length === 0 ? (
        <p className="panel-body">没有保单</p>
      ) : (
        <div className="scroll-x">
          <table className="console-table">
            <thead>
              <tr>
                <th scope="col">年度</th>
                <th scope="col">保单号</th>
                <th scope="col">关系</th>
                <th scope="col">状态</th>
                <th scope="col">方案</th>
                <th scope="col" className="right">
                  保费（元）
                </th>
              </tr>
            </thead>
            <tbody>
              {policies.map((policy) => (
                <tr key={policy.policyNo}>
                  <td className="num">{policy.year}</td>
                  <td className="num">
                    <Link to={`/orders/${policy.orderNo}`}>{policy.policyNo}</Link>
                  </td>
                  <td>{policy.relationship}</td>
                  <td>
                    <StateTag tone={policy.tone}>{policy.statusLabel}</StateTag>
                  </td>
                  <td>{policy.plan || '—'}</td>
                  <td className="num right">{formatYuan(policy.premiumFen)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="panel-head">
        <h2>理赔</h2>
        <small>只显示结果，不显示病情</small>
      </div>
      {claims.length === 0 ? (
        <p className="panel-body">没有理赔</p>
      ) : (
        <div className="scroll-x">
          <table className="console-table">
            <thead>
              <tr>
                <th scope="col">案件号</th>
                <th scope="col">受理</th>
                <th scope="col">年度</th>
                <th scope="col">状态</th>
                <th scope="col" className="right">
                  赔付（元）
                </th>
              </tr>
            </thead>
            <tbody>
              {claims.map((one) => (
                <tr key={one.caseNo}>
                  <td className="num">{one.caseNo}</td>
                  <td className="num">{writtenDay(one.acceptedOn)}</td>
                  <td className="num">{one.year ?? '—'}</td>
                  <td>{one.statusLabel}</td>
                  <td className="num right">{one.payableFen === null ? '—' : formatYuan(one.payableFen)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="panel-head">
        <h2>订单和联系</h2>
      </div>
      <ul className="pe-rows panel-body">
        {events.length === 0 && <li>还没有</li>}
        {events.map((event) => (
          <li key={event.key}>
            <span className="num">{minute(event.at)}</span>
            <span>{event.text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LooksPanel({ view }: { view: PersonViewValue }) {
  return (
    <section className="panel" aria-labelledby="pe-looks">
      <div className="panel-head">
        <h2 id="pe-looks">谁查过这个人</h2>
        <small>近 30 天</small>
      </div>
      <ul className="pe-rows panel-body">
        {view.looks.length === 0 && <li>没有人查过</li>}
        {view.looks.map((look, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two looks may be the same in all they say
          <li key={index}>
            <span className="num">{minute(look.at)}</span>
            <span>
              {look.who}，{look.what}
              {look.detail && `，${look.detail}`}
            </span>
          </li>
        ))}
      </ul>
      {view.rights && <RightsPart rights={view.rights} />}
    </section>
  );
}
