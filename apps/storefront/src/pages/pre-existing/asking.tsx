import '../../ui/message.css';
import '../../ui/result.css';
import type { PreExistingQueryValue } from '@huimin/contract';
import { useEffect, useState } from 'react';
import { calls } from '../../api/calls.ts';
import { useAction } from '../../api/use-action.ts';
import { Button, Card } from '../../ui/index.ts';
import { useFocus } from './use-focus.ts';

const EVERY_MS = 3_000;
/** After that whoever waits asks by hand; the message comes anyway. */
const MOST_ASKS = 20;

type Props = { query: PreExistingQueryValue; onAnswered: () => void; focused: boolean };

/** The data centre has not answered yet: says so, looks again by itself for a minute, and lets people go. */
export function Asking({ query, onAnswered, focused }: Props) {
  const head = useFocus<HTMLHeadingElement>(focused);
  const { queryNo, askedAt, wayLabel } = query;
  const [asks, setAsks] = useState(0);
  const [look] = useAction(calls.queryPreExistingDetail, { quietFailure: true, overlay: false });
  const lookNow = async () => {
    const reply = await look({ queryNo });
    // Answered, or withdrawn on another phone.
    if (reply.ok ? reply.value.state !== 'asking' : reply.name === 'not-found') onAnswered();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round is timed by the one before
  useEffect(() => {
    if (asks >= MOST_ASKS) return;
    const timer = setTimeout(() => void lookNow().then(() => setAsks(asks + 1)), EVERY_MS);
    return () => clearTimeout(timer);
  }, [asks]);
  return (
    <Card className="mt3">
      <div className="state" role="status">
        <div className="spinner result-spinner" />
        <h2 ref={head} tabIndex={-1}>
          正在查
        </h2>
        <p>
          {askedAt} 用{wayLabel}问的，数据中心还没有回话。我们会接着问，最多一天。有结果发短信告诉您，现在可以先离开。
        </p>
      </div>
      <div className="center mt3">
        <Button kind="neutral" small onPress={() => void lookNow()}>
          看有没有结果
        </Button>
      </div>
    </Card>
  );
}
