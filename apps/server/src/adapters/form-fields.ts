export type Fields = Readonly<Record<string, string>>;

/** The fields of a form or query, decoded once; null when a name comes twice or a value is not UTF-8. */
export function formFields(text: string): Fields | null {
  const fields: Record<string, string> = Object.create(null);
  if (text === '') return fields;
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=');
    try {
      const name = decode(at < 0 ? pair : pair.slice(0, at));
      if (name in fields) return null;
      fields[name] = at < 0 ? '' : decode(pair.slice(at + 1));
    } catch {
      return null;
    }
  }
  return fields;
}

/** `name=value&…`, encoded for a form's body. */
export function formText(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

function decode(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
