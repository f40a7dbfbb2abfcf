/** What a mail client shows of a message: enough of MIME for what shops send. */
export type MailMessage = {
  subject: string;
  from: string;
  messageId: string;
  text: string;
  attachments: { fileName: string; contentType: string; bytes: Buffer }[];
};

type Part = { headers: Map<string, string>; body: string };

/** Reads a message as it came over the wire (latin1 text, CRLF). */
export function readMessage(raw: string): MailMessage {
  const whole = partOf(raw);
  const leaves = leavesOf(whole);
  const isAttachment = (part: Part) => /^attachment/i.test(part.headers.get('content-disposition') ?? '');
  const text = leaves.find((part) => !isAttachment(part) && typeOf(part) === 'text/plain');
  return {
    subject: decodeWords(whole.headers.get('subject') ?? ''),
    from: decodeWords(whole.headers.get('from') ?? ''),
    messageId: whole.headers.get('message-id') ?? '',
    text: text ? contentOf(text).toString('utf8').replace(/\r\n/g, '\n') : '',
    attachments: leaves.filter(isAttachment).map((part) => ({
      fileName: parameter(part.headers.get('content-disposition') ?? '', 'filename') ?? 'attachment',
      contentType: typeOf(part),
      bytes: contentOf(part),
    })),
  };
}

function partOf(raw: string): Part {
  const end = raw.indexOf('\r\n\r\n');
  const head = end < 0 ? raw : raw.slice(0, end);
  const headers = new Map<string, string>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, body: end < 0 ? '' : raw.slice(end + 4) };
}

function typeOf(part: Part): string {
  return (part.headers.get('content-type') ?? 'text/plain').split(';')[0]?.trim().toLowerCase() ?? '';
}

function leavesOf(part: Part): Part[] {
  const boundary = parameter(part.headers.get('content-type') ?? '', 'boundary');
  if (!typeOf(part).startsWith('multipart/') || !boundary) return [part];
  const [, ...pieces] = `\r\n${part.body}`.split(`\r\n--${boundary}`);
  return pieces
    .filter((piece) => !piece.startsWith('--'))
    .flatMap((piece) => leavesOf(partOf(piece.replace(/^[^\r]*\r\n/, ''))));
}

function contentOf({ headers, body }: Part): Buffer {
  const encoding = (headers.get('content-transfer-encoding') ?? '7bit').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  const plain = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}

/** `name=…`, `name="…"`, `name*=utf-8''…`, or `name*0*=…; name*1*=…`. */
function parameter(header: string, name: string): string | undefined {
  const pieces = [...header.matchAll(/;\s*([\w-]+)(\*\d+)?(\*)?=("([^"]*)"|[^;]*)/g)].filter(
    (match) => match[1] === name,
  );
  if (pieces.length === 0) return undefined;
  const value = pieces.map((match) => match[5] ?? match[4] ?? '').join('');
  return pieces.some((match) => match[3])
    ? decodeURIComponent(value.replace(/^[\w-]*'[\w-]*'/, ''))
    : decodeWords(value);
}

/** `=?UTF-8?B?…?=` and `=?UTF-8?Q?…?=`. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, coded: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(coded, 'base64').toString('utf8')
        : contentOf({
            headers: new Map([['content-transfer-encoding', 'quoted-printable']]),
            body: coded.replaceAll('_', ' '),
          }).toString('utf8'),
    );
}
