import { inflateSync } from 'node:zlib';
import { BROKEN, type Inspected } from './inspected.ts';

const ACTIVE: Inspected = { ok: false, message: '这个 PDF 里有程序或附件，不能收。请拍照上传' };
const LOCKED: Inspected = { ok: false, message: '这个 PDF 设了密码，看不到内容。请去掉密码，或者拍照上传' };

/** Names by which a PDF does something when it is opened, carries other files or leads out of itself. */
const LONG_NAMES =
  /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData|GoTo[RE]|Filespec|Rendition)(?![A-Za-z])/;
/** Too short to be looked for in compressed data, where any three characters turn up by chance. */
const SHORT_NAMES = /\/(JS|AA|XFA|EF)(?![A-Za-z])/;
const MOST_INFLATED_BYTES = 20 * 1024 * 1024;

/**
 * Reads a PDF as far as it takes to know that it only shows pages: every object that is written plainly or lies in an
 * object stream is looked at, with names spelt out. What cannot be looked at is refused.
 */
export function inspectPdf(bytes: Buffer): Inspected {
  const text = bytes.toString('latin1');
  if (!/^%PDF-[12]\.\d/.test(text)) return BROKEN;
  const end = text.lastIndexOf('%%EOF');
  if (end < 0 || text.slice(end + 5).trim() !== '' || !text.includes('startxref')) return BROKEN;
  const whole = spelledOut(text);
  if (/\/Encrypt(?![A-Za-z])/.test(whole)) return LOCKED;
  if (LONG_NAMES.test(whole)) return ACTIVE;
  const objects = plainObjects(text);
  if (objects === null) return BROKEN;
  if (LONG_NAMES.test(objects) || SHORT_NAMES.test(objects)) return ACTIVE;
  return /\/Pages?(?![A-Za-z])/.test(objects) ? { ok: true, mediaType: 'application/pdf', bytes } : BROKEN;
}

/** Names may be written with figures for characters: `/J#61vaScript`. */
function spelledOut(text: string): string {
  return text.replace(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** All objects as text, those of object streams too; null where one of these cannot be read. */
function plainObjects(text: string): string | null {
  const parts: string[] = [];
  let inflated = 0;
  let read = 0;
  let from = 0;
  for (const found of text.matchAll(/stream\r?\n/g)) {
    const start = found.index + found[0].length;
    // The word within data that was passed over, or the end of a stream.
    if (found.index < from || text.slice(found.index - 3, found.index) === 'end') continue;
    const end = text.indexOf('endstream', start);
    if (end < 0) return null;
    const before = text.slice(from, found.index);
    parts.push(spelledOut(before));
    const dictionary = spelledOut(before.slice(Math.max(before.lastIndexOf(' obj'), before.lastIndexOf('endobj'), 0)));
    if (/\/ObjStm(?![A-Za-z])/.test(dictionary)) {
      const content = objectStream(dictionary, text.slice(start, end));
      if (content === null) return null;
      inflated += content.length;
      read += 1;
      if (inflated > MOST_INFLATED_BYTES) return null;
      parts.push(spelledOut(content));
    }
    from = end;
  }
  parts.push(spelledOut(text.slice(from)));
  // One that was not recognised as a stream of objects would not have been looked at.
  const named = [...spelledOut(text).matchAll(/\/ObjStm(?![A-Za-z])/g)].length;
  return named === read ? parts.join('\n') : null;
}

function objectStream(dictionary: string, data: string): string | null {
  const [, list, single] = /\/Filter\s*(?:\[([^\]]*)\]|(\/\w+))/.exec(dictionary) ?? [];
  const filter = (list ?? single)?.trim();
  if (filter === undefined) return data;
  if (filter !== '/FlateDecode' || /\/Predictor/.test(dictionary)) return null;
  try {
    return inflateSync(Buffer.from(data, 'latin1'), { maxOutputLength: MOST_INFLATED_BYTES }).toString('latin1');
  } catch {
    return null;
  }
}
