import { useState } from 'react';
import { sentenceOf } from '../api/client.ts';

/** What a form sends: whether it is on its way, and the sentence in which the server refused it. */
export function useSending() {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** Runs one piece of work to its end. What it throws becomes the problem, and what was typed stays. */
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setSending(true);
    setProblem(null);
    try {
      await work();
    } catch (fault) {
      setProblem(sentenceOf(fault));
    }
    setSending(false);
  };
  return { sending, problem, setProblem, run };
}
