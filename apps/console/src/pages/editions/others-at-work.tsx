import { Alert, Button } from 'antd';
import { type Clash, fieldLabel, fieldWords } from './merge-fields.ts';
import type { DraftWork } from './use-draft.ts';

/** Says that somebody else works on the same draft, and asks whose words count where both wrote the same field. */
export function OthersAtWork({ work }: { work: DraftWork }) {
  const { clash, metBy } = work;
  if (clash === null) {
    if (metBy === null) return null;
    return <Alert type="info" showIcon closable title={`${metBy} 也在改这份草稿，两边改的都存上了`} />;
  }
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={titleOf(clash)}
      description={
        !clash.isHanded && (
          <ul className="ed-clash">
            {clash.names.map((name) => {
              const [theirs, mine] = [fieldWords(clash.theirs.fields[name]), fieldWords(work.fields[name])];
              return (
                <li key={name}>
                  <b>{fieldLabel(name)}</b>
                  {theirs !== '' && `　对方：${theirs}　您：${mine}`}
                </li>
              );
            })}
          </ul>
        )
      }
      action={
        <span className="ed-settle">
          <Button size="small" onClick={() => work.settle('theirs')}>
            {clash.isHanded ? '不改了' : '用对方的'}
          </Button>
          <Button size="small" type="primary" onClick={() => work.settle('mine')}>
            {clash.isHanded ? '接着改' : '用我的'}
          </Button>
        </span>
      }
    />
  );
}

function titleOf({ by, names, isHanded }: Clash): string {
  if (isHanded) return '这一稿刚刚提交审批了，您写的还没有存。接着改，前面的提交和审批就不算，要重新提交';
  return `${by} 刚才也改了${names.length === 1 ? '这一处' : `这 ${names.length} 处`}，您写的还没有存。请选用谁的`;
}
