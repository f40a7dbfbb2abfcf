import { describe, expect, test } from 'vitest';
import { readXml, writeXml } from './xml.ts';

const read = (text: string) => readXml(Buffer.from(text));

describe('what the provider sends is read', () => {
  test.each<[string, Record<string, string>]>([
    ['<xml><a><![CDATA[1]]></a><b>2</b></xml>', { a: '1', b: '2' }],
    ['<?xml version="1.0" encoding="UTF-8"?>\n<xml>\n  <a> x </a>\n</xml>\n', { a: ' x ' }],
    ['<xml><a><![CDATA[<b>&amp;</b>]]></a></xml>', { a: '<b>&amp;</b>' }],
    ['<xml><a></a><b><![CDATA[]]></b></xml>', { a: '', b: '' }],
    ['<xml><a><![CDATA[x]]]]><![CDATA[>y]]></a></xml>', { a: 'x]]>y' }],
    ['<xml><__proto__>1</__proto__></xml>', JSON.parse('{"__proto__":"1"}')],
    ['<xml></xml>', {}],
  ])('%s', (text, fields) => {
    expect({ ...read(text) }).toEqual(fields);
  });
});

describe('what can be read in two ways is refused', () => {
  test.each([
    '',
    '<xml>',
    '<xml><a>1</a>',
    '{"a":1}',
    '<root><a>1</a></root>',
    '<xml><a>1</b></xml>',
    '<xml><a>1</a><a>2</a></xml>',
    '<xml><a><b>1</b></a></xml>',
    '<xml><a x="1">1</a></xml>',
    '<xml><a/></xml>',
    '<xml>text<a>1</a></xml>',
    '<xml><!-- c --><a>1</a></xml>',
    '<xml><a>&lt;</a></xml>',
    '<xml><a>&e;</a></xml>',
    '<xml><a>1]]>2</a></xml>',
    '<xml><a>x<![CDATA[1]]></a></xml>',
    '<xml><a><![CDATA[1]]>x</a></xml>',
    '<xml><a><![CDATA[1</a></xml>',
    '<!DOCTYPE xml [<!ENTITY e SYSTEM "file:///etc/passwd">]><xml><a>&e;</a></xml>',
    '<?xml version="1.0" encoding="gbk"?><xml><a>1</a></xml>',
    '<xml><a>1</a></xml><xml><a>2</a></xml>',
    '<xml><1a>1</1a></xml>',
  ])('%s', (text) => {
    expect(read(text)).toBeNull();
  });

  test('bytes that are no UTF-8, and too many of them', () => {
    expect(readXml(Buffer.from([0x3c, 0x78, 0x6d, 0x6c, 0x3e, 0xff]))).toBeNull();
    expect(read(`<xml><a>${'x'.repeat(70_000)}</a></xml>`)).toBeNull();
  });
});

test.each<Record<string, string>>([{}, { a: '1' }, { a: ']]>', b: '<xml>&amp;', c: '张*', d: ' ', e: ']]]]>>' }])(
  'what is written is read again: %j',
  (fields) => {
    expect({ ...read(writeXml(fields)) }).toEqual(fields);
  },
);
