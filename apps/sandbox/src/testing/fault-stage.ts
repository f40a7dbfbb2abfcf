import type { Sandbox } from '../create-sandbox.ts';
import type { Received } from './shop.ts';

/** A running sandbox and the address at which a shop hears of payments, with what it has heard. */
export type FaultStage = {
  sandbox: Sandbox;
  url: string;
  received: Received[];
  /** What the shop answers to notifications from now on; `success` until then. */
  answerWith(text: string): void;
};

/** Does everything that leads to one call and the call itself; answers what an observer outside can see of it. */
export type Scenario = (stage: FaultStage) => Promise<unknown>;

/** The answer, or that there was none: a fault holds it back, and the sandbox says so in its log. */
export async function seen<T>({ sandbox }: FaultStage, act: Promise<T>): Promise<T | 'no answer'> {
  let over = false;
  const answered = act
    .catch(() => 'no answer' as const)
    .finally(() => {
      over = true;
    });
  const silence = async (): Promise<'no answer'> => {
    while (!over && !sandbox.control.log()[0]?.reason?.startsWith('fault timeout'))
      await new Promise((resolve) => setTimeout(resolve, 2));
    return over ? answered.then(() => 'no answer' as const) : 'no answer';
  };
  return Promise.race([answered, silence()]);
}
