import { describe, expect, it } from 'vitest';
import { measureText, openDocumentFont, printableText, unprintableCharacters } from './paper-fonts.ts';

const embedded = (text: string): Buffer => {
  const subset = openDocumentFont('regular').createSubset();
  for (const character of text) subset.includeGlyph(character.codePointAt(0) as number);
  return subset.encode();
};

describe('paper fonts', () => {
  it('draws rare characters of names that the fonts have', () => {
    expect(unprintableCharacters('张三㛃䶮龘·')).toEqual([]);
    expect(embedded('䶮')).not.toEqual(embedded('〓'));
  });

  it('draws 〓 for a character the fonts lack', () => {
    expect(unprintableCharacters('吉𠮷𠮷')).toEqual(['𠮷']);
    expect(embedded('𠮷')).toEqual(embedded('〓'));
    expect(measureText('𠮷', 'regular', 13)).toBe(13);
  });

  it('numbers every code point on its own, even two with one drawing', () => {
    const subset = openDocumentFont('regular').createSubset();
    expect([0x5f20, 0x20bb7, 0x3013, 0x5f20].map((codePoint) => subset.includeGlyph(codePoint))).toEqual([1, 2, 3, 1]);
  });

  it('embeds only what a document uses', () => {
    expect(embedded('张三').length).toBeLessThan(1500);
  });

  it('draws the same after many other characters were read', () => {
    const before = embedded('㛃䶮');
    for (let codePoint = 0x6000; codePoint < 0x6000 + 1300; codePoint += 1) {
      measureText(String.fromCodePoint(codePoint), 'regular', 10);
    }
    expect(embedded('㛃䶮')).toEqual(before);
    expect(measureText('保', 'regular', 10)).toBe(10);
  });

  it('takes out what cannot be printed and nothing else', () => {
    expect(printableText('买买提·吐尔逊\u200B')).toBe('买买提·吐尔逊');
    expect(printableText('第一行\r\n第二行\t完\u0000')).toBe('第一行 第二行 完');
    expect(printableText('葛\u{E0100}城\uFE00')).toBe('葛城');
    expect(printableText('\uD842')).toBe('');
    expect(printableText('𠮷')).toBe('𠮷');
  });
});
