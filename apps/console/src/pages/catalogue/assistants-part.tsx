import type { OutletAssistantValue } from '@huimin/contract/console';
import { App, Button, Empty, Input, Skeleton } from 'antd';
import { useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { bareNumber } from '../../app/bare-number.ts';
import { Icon } from '../../app/icon.tsx';
import { LoadProblem } from '../../app/load-problem.tsx';
import { BY_NAME, MoreRows } from '../../app/more-rows.tsx';
import { keptOutOfAddress } from '../../app/personal-number.ts';
import { useAddressFilter } from '../../app/use-address-filter.ts';
import { StateTag } from '../../parts/state-tag.tsx';
import { AssistantEditor } from './assistant-editor.tsx';

/** Who may help residents at outlets to fill in, with their phones. */
export function AssistantsPart() {
  const { message } = App.useApp();
  const address = useAddressFilter('after');
  const number = address.given('number');
  const [typed, setTyped] = useState(number ?? '');
  const { value, loading, problem, reload } = useCall('listOutletAssistants', {
    ...(number === undefined ? {} : { number }),
    after: address.cursor,
  });
  const [doing, setDoing] = useState<OutletAssistantValue | 'new' | null>(null);
  return (
    <>
      <search className="filters">
        <Input.Search
          aria-label="工号或网点编号"
          placeholder="工号或网点编号"
          style={{ width: 240 }}
          value={typed}
          maxLength={20}
          allowClear
          onChange={(event) => setTyped(event.target.value)}
          onSearch={(text) => {
            const kept = keptOutOfAddress(text);
            if (kept !== null) {
              message.warning(kept);
              return;
            }
            const wanted = bareNumber(text);
            if (wanted !== '' && !/^[0-9A-Za-z-]{2,20}$/.test(wanted)) {
              message.warning('工号和网点编号是 2 到 20 位字母、数字和 -');
              return;
            }
            address.set({ number: wanted || null });
          }}
        />
        {value?.mayAdd && (
          <Button icon={<Icon name="plus" size={16} />} onClick={() => setDoing('new')}>
            新加协助人员
          </Button>
        )}
      </search>
      <LoadProblem problem={problem} onRetry={reload} />
      <section className="panel" aria-label="协助人员" aria-busy={loading}>
        {value === null && problem === null && <Skeleton active style={{ padding: 14 }} />}
        {value && (
          <div className="scroll-x">
            <table className="console-table">
              <caption className="sr-only">网点协助人员，按工号</caption>
              <thead>
                <tr>
                  <th scope="col">工号</th>
                  <th scope="col">姓名</th>
                  <th scope="col">手机号</th>
                  <th scope="col">网点</th>
                  <th scope="col">城市</th>
                  <th scope="col">业务员代码</th>
                  <th scope="col">状态</th>
                  <th scope="col">
                    <span className="sr-only">操作</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {value.assistants.map((one) => (
                  <tr key={one.assistantNo}>
                    <td className="num">{one.assistantNo}</td>
                    <td>{one.name}</td>
                    <td className="num">{one.phoneMasked}</td>
                    <td className="wrap">
                      {one.outletName || '—'}
                      {one.outletCode !== null && <span className="account num">{one.outletCode}</span>}
                    </td>
                    <td>{one.cityText}</td>
                    <td className="num">
                      {one.agentCode ?? '—'}
                      {one.agentCode !== null && one.ownAgentCode === null && (
                        <small className="state-plain">　网点的</small>
                      )}
                    </td>
                    <td>
                      <StateTag tone={one.isActive ? 'success' : 'neutral'}>
                        {one.isActive ? '可以协助' : '不再协助'}
                      </StateTag>
                    </td>
                    <td className="right">
                      {one.mayChange && (
                        <Button size="small" aria-label={`改 ${one.assistantNo}`} onClick={() => setDoing(one)}>
                          改
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {value?.assistants.length === 0 && (
          <Empty
            style={{ padding: 24 }}
            description={address.isChosen ? '没有这样的协助人员' : '还没有协助人员'}
            image={Empty.PRESENTED_IMAGE_SIMPLE}
          />
        )}
        <MoreRows filter={address} next={value?.next} labels={BY_NAME} />
      </section>
      {doing !== null && (
        <AssistantEditor
          former={doing === 'new' ? null : doing}
          onClose={() => setDoing(null)}
          onDone={() => {
            setDoing(null);
            message.success('已保存，现在就算数');
            reload();
          }}
        />
      )}
    </>
  );
}
