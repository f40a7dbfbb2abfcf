import { describe, expect, test } from 'vitest';
import { stringTable } from './string-table.ts';

const LABEL = '请先看完这份文件再继续';
const DRAWING = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z';
const LINE = '没有江苏省基本医疗保险的人不能参保。';
const STYLE = '.page{color:var(--ink);margin:0}';

describe('the string table of a build', () => {
  const sources = {
    page: `<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style><style></style>`,
    code: [
      `const a = "${LABEL}"; draw({ d: \`${DRAWING}\`, short: "保存" });`,
      `say(\`${LABEL}，共 \${count} 份\`, "${LABEL}");`,
    ],
    documents: [`= 投保须知\n! ${LINE}\r\n- ${LABEL}\n短\n`],
  };

  test('has what stands whole in styles, scripts and documents, once, and nothing that is put together', () => {
    expect(stringTable(sources)).toEqual(
      [STYLE, LABEL, DRAWING, LINE, 'width=device-width, initial-scale=1'].sort((a, b) => (a < b ? -1 : 1)),
    );
  });

  test('does not depend on the order in which the files come', () => {
    const { page, code, documents } = sources;
    expect(stringTable({ page, code: [...code].reverse(), documents })).toEqual(stringTable(sources));
  });

  test('leaves out what the format itself uses', () => {
    expect(stringTable({ page: '', documents: [], code: [`say("\\u007f${LABEL}")`] })).toEqual([]);
  });
});
