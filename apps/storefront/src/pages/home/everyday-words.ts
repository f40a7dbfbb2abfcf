/**
 * How elder mode says what the product data says. Exact sentences only: words that an operator has changed are shown
 * as they are, because an everyday version of an old rule would be a wrong one.
 */
const EVERYDAY: Readonly<Record<string, string>> = {
  医保目录内自付费用: '医保能报的，自己付的部分',
  医保目录外住院费用: '医保不报的住院费',
  特定高额药品费用: '指定的贵重药',
  '既往症人群按对应比例的一半赔付。以上为责任摘要，以保险条款为准。': '生过的病按一半比例赔。以保险条款为准。',
};

/** The everyday wording of a sentence of the product data, or the sentence itself. */
export function inEverydayWords(sentence: string): string {
  return EVERYDAY[sentence] ?? sentence;
}
