/** Whether this browser can read aloud. */
export function canReadAloud(): boolean {
  return typeof window !== 'undefined' && 'speechSynthesis' in window && 'SpeechSynthesisUtterance' in window;
}

/** Reads sentences one after the other; `onEnd` when it is over or cannot go on. Answers what stops it. */
export function readAloud(sentences: readonly string[], onEnd: () => void): () => void {
  const { speechSynthesis } = window;
  speechSynthesis.cancel();
  let left = sentences.length;
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    onEnd();
  };
  for (const sentence of sentences) {
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = 'zh-CN';
    utterance.rate = 0.85;
    utterance.onend = () => {
      left -= 1;
      if (left === 0) end();
    };
    utterance.onerror = end;
    speechSynthesis.speak(utterance);
  }
  return () => {
    speechSynthesis.cancel();
    end();
  };
}
