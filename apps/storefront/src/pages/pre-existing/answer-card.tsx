import type { PreExistingQueryValue } from '@huimin/contract';
import { formatDotDate } from '@huimin/domain/date';
import { useState } from 'react';
import { useElderMode, useProduct } from '../../context/index.ts';
import { DocumentSheet } from '../../features/documents/document-sheet.tsx';
import { Card, Icon, InlineLink, iconCheckCircle, iconInfo, KeyValues, Section, Tag } from '../../ui/index.ts';
import { useFocus } from './use-focus.ts';

type Answer = NonNullable<PreExistingQueryValue['answer']>;
type Words = { readonly title: string; readonly lead: string; readonly elder: string };

const WORDS: Readonly<Record<Answer['label'], Words>> = {
  yes: {
    title: '是，属于既往症人群',
    lead: '可以参保。既往症的费用按较低比例赔，其他病正常赔。',
    elder: '能参保。以前的病赔得少一些，别的病照常赔。',
  },
  no: { title: '否，不属于既往症人群', lead: '可以参保，都按正常比例赔。', elder: '能参保，都照常赔。' },
  'cannot-tell': {
    title: '暂无法判定',
    lead: '数据中心现在判定不了。可以参保，理赔时按实际记录认定。',
    elder: '现在还说不准。能参保，理赔时再看记录。',
  },
};

/** The answer, the class where there is one, what it rests on, and what it means for what is paid. */
export function AnswerCard({ query, focused }: { query: PreExistingQueryValue; focused: boolean }) {
  const { answer, ratios } = query;
  return (
    <>
      {answer ? <Told answer={answer} focused={focused} /> : <NoAnswer query={query} focused={focused} />}
      {ratios.length > 0 && answer !== null && answer.label !== 'no' && (
        <Ratios ratios={ratios} isYes={answer.label === 'yes'} />
      )}
    </>
  );
}

function Told({ answer, focused }: { answer: Answer; focused: boolean }) {
  const elder = useElderMode();
  const head = useFocus<HTMLHeadingElement>(focused);
  const { label, classText, reviewed } = answer;
  const words = WORDS[label];
  return (
    <section className={`card pe-answer pe-answer-${label}`}>
      <div className="pe-answer-head">
        <Icon name={label === 'no' ? iconCheckCircle : iconInfo} />
        <div>
          <h2 ref={head} tabIndex={-1}>
            {words.title}
          </h2>
          <p>{elder ? words.elder : words.lead}</p>
        </div>
      </div>
      {classText && <ClassLine text={classText} />}
      <div className="pe-answer-facts">
        <KeyValues
          items={[
            { label: '结果时间', value: answer.answeredAt, num: true },
            { label: '数据截至', value: formatDotDate(answer.dataDate), num: true },
            { label: '规则版本', value: answer.ruleVersion, num: true },
            { label: '自动删除', value: answer.validUntil, num: true },
            { label: '说明', value: reviewed ? '复核后更正' : null },
          ]}
        />
      </div>
    </section>
  );
}

/** The class by its number; its diseases are in the document, not here. */
function ClassLine({ text }: { text: string }) {
  const { editionCode } = useProduct();
  const [reading, setReading] = useState(false);
  return (
    <div className="pe-answer-class">
      <span>
        {text}
        <small>
          见
          <InlineLink href="#/agreement" onPress={() => setReading(true)}>
            《健康告知》
          </InlineLink>
          里的名单
        </small>
      </span>
      <Tag tone="warn">按既往症赔</Tag>
      <DocumentSheet
        pageKey={reading ? 'health-notice' : null}
        title="健康告知"
        productId={editionCode}
        onClose={() => setReading(false)}
      />
    </div>
  );
}

function NoAnswer({ query, focused }: { query: PreExistingQueryValue; focused: boolean }) {
  const head = useFocus<HTMLHeadingElement>(focused);
  return (
    <section className="card pe-answer">
      <div className="pe-answer-head">
        <Icon name={iconInfo} />
        <div>
          <h2 ref={head} tabIndex={-1}>
            没有查到结果
          </h2>
          <p>{query.askedAt} 问的，数据中心没有给出结果。不影响参保，可以再查一次。</p>
        </div>
      </div>
    </section>
  );
}

function Ratios({ ratios, isYes }: { ratios: PreExistingQueryValue['ratios']; isYes: boolean }) {
  return (
    <Section title="赔付比例">
      <Card flush>
        <table className="pe-ratios">
          <thead>
            <tr>
              <th scope="col">费用</th>
              <th scope="col">既往症</th>
              <th scope="col">其他病</th>
            </tr>
          </thead>
          <tbody>
            {ratios.map(({ name, percent, preExistingPercent }) => (
              <tr key={name}>
                <th scope="row">{name.replace(/费用$/, '')}</th>
                <td className={isYes ? 'num pe-ratio-own' : 'num'}>{preExistingPercent}%</td>
                <td className="num">{percent}%</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </Section>
  );
}
