import { premiumFenOf } from '@huimin/domain/edition-desk';
import { formatYuan } from '@huimin/domain/money';
import { App, Button, Input } from 'antd';
import { useId, useState } from 'react';
import { call } from '../../api/client.ts';
import { Icon } from '../../app/icon.tsx';
import { AddPlan } from './add-plan.tsx';
import { LINE_BREAK, linesOf } from './added-lines.ts';
import { FieldFrame, useEditor, useProblem } from './editor.tsx';

/** Which plans the edition sells, in the order in which residents see them: one is added, taken out, put back or moved. */
export function PlansPart() {
  const { desk, work, readOnly } = useEditor();
  const [adding, setAdding] = useState(false);
  const problem = useProblem('plans');
  const change = usePlanChanges();
  const stays = desk.whyPlansStay;
  const mayChange = !readOnly && stays === null;
  return (
    <section className="panel ed-part" id="plans" aria-label="方案" data-path="plans">
      <h2>
        方案 <small>居民看到的先后就是这里的先后；升级到贵一档的，补差价</small>
      </h2>
      <ol className="ed-plan-list">
        {desk.plans.map((plan, at) => (
          <li className="ed-plan" key={plan.code}>
            <PlanWords at={at} />
            <div className="ed-plan-facts">
              <span className="ed-plan-line">
                <b className="ed-plan-price num">{`${priceOf(work.fields.premiumsYuan[at], plan.fen)} 元 / 人`}</b>
                <span className="account num">{plan.code}</span>
                {plan.upgradeOf && (
                  <span>
                    从“{plan.upgradeOf.name}”升级，补 <span className="num">{formatYuan(plan.upgradeOf.fen)}</span> 元
                  </span>
                )}
              </span>
              {mayChange && (
                <span className="ed-plan-line">
                  <Button
                    size="small"
                    aria-label={`${plan.name}往前`}
                    icon={<Icon name="up" size={14} />}
                    disabled={at === 0 || change.isBusy}
                    onClick={() => change.move(at, at - 1)}
                  />
                  <Button
                    size="small"
                    aria-label={`${plan.name}往后`}
                    icon={<Icon name="down" size={14} />}
                    disabled={at === desk.plans.length - 1 || change.isBusy}
                    onClick={() => change.move(at, at + 1)}
                  />
                  <Button size="small" disabled={change.isBusy} onClick={() => change.remove(plan)}>
                    删掉“{plan.name}”
                  </Button>
                </span>
              )}
            </div>
          </li>
        ))}
      </ol>
      {problem !== '' && <p className="field-problem">{problem}</p>}
      {desk.plansRemoved.length > 0 && (
        <ul className="ed-plan-gone" aria-label="删掉的方案">
          {desk.plansRemoved.map(({ code, name, fen }) => (
            <li className="ed-plan-facts" key={code}>
              <span className="ed-plan-line">
                已删：{name}
                <span className="account num">{code}</span>
                <span className="num">{formatYuan(fen)} 元</span>
              </span>
              {mayChange && (
                <Button size="small" disabled={change.isBusy} onClick={() => change.putBack({ code, fen })}>
                  放回“{name}”
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <div className="ed-plan-line">
          <Button icon={<Icon name="plus" size={14} />} onClick={() => setAdding(true)}>
            加方案
          </Button>
        </div>
      )}
      {!readOnly && stays !== null && <p className="ed-hint">{stays}</p>}
      {adding && <AddPlan onClose={() => setAdding(false)} />}
    </section>
  );
}

function priceOf(typed: string | undefined, fen: number): string {
  const now = typed === undefined ? fen : premiumFenOf(typed);
  return now === null ? (typed ?? '') : formatYuan(now);
}

function PlanWords({ at }: { at: number }) {
  const { desk, work, readOnly } = useEditor();
  const [nameId, addsId] = [useId(), useId()];
  const { planNames, planAdds } = work.fields;
  const name = planNames[at] ?? '';
  const from = desk.plans[at]?.upgradeOf;
  const cheaper = from ? `比“${from.name}”` : '';
  const replaced = <T,>(list: readonly T[], value: T): T[] => list.map((one, index) => (index === at ? value : one));
  return (
    <div className="ed-plans">
      <FieldFrame path={`planNames.${at}`} label={`方案 ${at + 1} 名称`} id={nameId}>
        <Input
          id={nameId}
          value={name}
          maxLength={20}
          disabled={readOnly}
          onChange={({ target }) => work.change({ planNames: replaced(planNames, target.value) })}
        />
      </FieldFrame>
      <FieldFrame path={`planAdds.${at}`} label={`${name}${cheaper}多什么（几条用“；”隔开）`} id={addsId}>
        <Input
          id={addsId}
          value={(planAdds[at] ?? []).join(LINE_BREAK)}
          maxLength={300}
          disabled={readOnly}
          onChange={({ target }) => work.change({ planAdds: replaced(planAdds, linesOf(target.value)) })}
        />
      </FieldFrame>
    </div>
  );
}

/** Each takes effect in the draft at once; what is refused says why. */
function usePlanChanges() {
  const { desk, work } = useEditor();
  const { message, modal } = App.useApp();
  const [isBusy, setBusy] = useState(false);
  const { edition } = desk;
  const codes = desk.plans.map(({ code }) => code);
  const run = async (done: string, what: Parameters<typeof work.make>[0]): Promise<void> => {
    setBusy(true);
    const refused = await work.make(what);
    if (refused === null) message.success(done);
    else message.error(refused);
    setBusy(false);
  };
  const arrange = (done: string, planCodes: readonly string[]) =>
    run(done, (state) => call('arrangeEditionPlans', { edition, ...state, planCodes: [...planCodes] }));
  return {
    isBusy,
    move(from: number, to: number) {
      const next = [...codes];
      next.splice(to, 0, ...next.splice(from, 1));
      void arrange('已换顺序', next);
    },
    /** Before what costs more, as plans mostly stand. */
    putBack({ code, fen }: { readonly code: string; readonly fen: number }) {
      const dearer = desk.plans.findIndex((plan) => plan.fen > fen);
      void arrange('已放回，内容和删之前一样', codes.toSpliced(dearer < 0 ? codes.length : dearer, 0, code));
    },
    remove({ code, name }: { readonly code: string; readonly name: string }) {
      modal.confirm({
        title: `从这份草稿里删掉“${name}”？`,
        content: '居民以后看不到这个方案，线上和已经卖出的不变。发布前随时可以放回。',
        okText: '删掉',
        autoFocusButton: 'cancel',
        onOk: () =>
          run(`已删“${name}”，下面可以放回`, (state) =>
            call('removeEditionPlan', { edition, ...state, planCode: code }),
          ),
      });
    },
  };
}
