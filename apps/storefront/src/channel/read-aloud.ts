/** How reading aloud came to its end: all was said, somebody stopped it, or the phone could not. */
export type ReadAloudEnd = 'said' | 'stopped' | 'failed';

/** Reads sentences one after the other, telling each that begins by its place. Answers what stops it. */
export function readAloud(
  sentences: readonly string[],
  onEnd: (end: ReadAloudEnd) => void,
  onBegin: (place: number) => void = () => undefined,
): () => void {
  const { speechSynthesis } = window;
  speechSynthesis.cancel();
  let left = sentences.length;
  let isOver = false;
  const end = (how: ReadAloudEnd) => {
    if (isOver) return;
    isOver = true;
    onEnd(how);
  };
  for (const [place, sentence] of sentences.entries()) {
    const utterance = new SpeechSynthesisUtterance(sentence);
    utterance.lang = 'zh-CN';
    utterance.rate = 0.85;
    utterance.onstart = () => !isOver && onBegin(place);
    utterance.onend = () => {
      left -= 1;
      if (left === 0) end('said');
    };
    utterance.onerror = () => end('failed');
    speechSynthesis.speak(utterance);
  }
  return () => {
    const wasOver = isOver;
    end('stopped');
    if (!wasOver) speechSynthesis.cancel();
  };
}
