import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { DataKey } from '../security/vault.ts';

/** How the text of a setting becomes a value. `parse` throws an Error whose message says what the text should be. */
export type Kind<T> = { shape: string; parse(text: string): T };

function kind<T>(shape: string, parse: (text: string) => T | null): Kind<T> {
  return {
    shape,
    parse(text) {
      const value = parse(text);
      if (value === null) throw new Error(shape);
      return value;
    },
  };
}

export const text = kind('文字 text', (value) => value);

export const port = wholeNumber(1, 65_535);

/** A whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): Kind<number> {
  return kind(`${least}–${most} 的整数 whole number`, (value) => {
    const parsed = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
    return parsed >= least && parsed <= most ? parsed : null;
  });
}

/** One of the given words. */
export function oneOf<const T extends string>(...words: T[]): Kind<T> {
  return kind(words.join(' | '), (value) => words.find((word) => word === value) ?? null);
}

/** One or more of the given words, each once, separated by commas. */
export function someOf<const T extends string>(...words: T[]): Kind<readonly T[]> {
  return kind(`${words.join(' | ')}，用逗号分开 separated by commas`, (value) => {
    const found = value.split(',').map((part) => words.find((word) => word === part.trim()));
    const known = found.flatMap((word) => word ?? []);
    return known.length === found.length && new Set(known).size === known.length ? known : null;
  });
}

/** Scheme, host and port only, such as https://shop.example.cn. */
export const origin = kind('http(s)://主机[:端口] origin', (value) => {
  const url = webAddress(value);
  return url !== null && url.pathname === '/' && url.search === '' && url.hash === '' ? url.origin : null;
});

/** A web address; a closing slash is dropped, so that a path can be put behind it. */
export const address = kind('http(s):// 地址 address', (value) =>
  webAddress(value) === null ? null : value.replace(/\/+$/, ''),
);

function webAddress(value: string): URL | null {
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  return /^https?:$/.test(url.protocol) && url.username === '' ? url : null;
}

/** An address of the Internet Protocol, as text. */
export const ipAddress = kind('IP 地址 address', (value) => (isIP(value) === 0 ? null : value));

export const databaseAddress = kind('postgres://用户:口令@主机:端口/库名 database address', (value) =>
  URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol) ? value : null,
);

export const privateKeyPem = kind('PEM 私钥 private key (PKCS#8)', (value) =>
  usable(() => createPrivateKey(value), value),
);
export const publicKeyPem = kind('PEM 公钥 public key (SPKI)', (value) => usable(() => createPublicKey(value), value));

/** A secret or a name that a provider gives, and that can be listed. */
export const word = kind('ASCII 字符，没有空格和逗号 characters, no spaces or commas', (value) =>
  /^[\x21-\x2b\x2d-\x7e]+$/.test(value) ? value : null,
);

/** The one in use and, while it is being replaced, the one before or after it. */
export type Listed<T> = readonly [T, ...T[]];

const PEM_BLOCK = /-----BEGIN ([A-Z ]+)-----[\s\S]+?-----END \1-----/g;
const MOST_LISTED = 2;

/**
 * One value, or two while it is being replaced, with a comma between; PEM one after the other. The first is in use:
 * what is signed is signed with it. What comes from outside may fit either.
 */
export function listed<T>(one: Kind<T>): Kind<Listed<T>> {
  return kind(`${one.shape}（可列两个 up to two）`, (value) => {
    const texts = partsOf(value);
    if (texts === null || texts.length > MOST_LISTED || new Set(texts).size < texts.length) return null;
    try {
      const [inUse, ...others] = texts.map((part) => one.parse(part));
      return inUse === undefined ? null : [inUse, ...others];
    } catch {
      return null;
    }
  });
}

/** Null when a PEM block is cut off: a key that silently is not there would be missed too late. */
function partsOf(value: string): string[] | null {
  const begun = value.match(/-----BEGIN/g)?.length ?? 0;
  if (begun === 0) return value.split(',').map((part) => part.trim());
  const blocks = value.match(PEM_BLOCK) ?? [];
  return blocks.length === begun ? blocks : null;
}

/** One certificate after the other, a root among them. */
export const certificatesPem = kind('PEM 证书，其中有根证书 certificates with a root', (value) => {
  const found = certificatesIn(value);
  return found?.some(({ subject, issuer }) => subject === issuer) ? value : null;
});

/** One certificate after the other; whose key signs comes first. */
export const certificateChainPem = kind("PEM 证书，签名者的在前 certificates, the signer's first", (value) =>
  (certificatesIn(value)?.length ?? 0) > 0 ? value : null,
);

/** One address, nothing around it. */
export const mailAddress = kind('邮箱 e-mail address', (value) =>
  /^[^\s@<>,;]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(value) ? value : null,
);

/** One certificate. */
export const certificatePem = kind('PEM 证书 certificate', (value) =>
  certificatesIn(value)?.length === 1 ? value : null,
);

/** The certificates of a text in PEM; null when one of them cannot be read. */
export function certificatesIn(pem: string): X509Certificate[] | null {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    return found.map((one) => new X509Certificate(one));
  } catch {
    return null;
  }
}

function usable(make: () => unknown, pem: string): string | null {
  try {
    make();
    return pem;
  } catch {
    return null;
  }
}

/** Exactly `length` ASCII characters. */
export function ascii(length: number): Kind<string> {
  return kind(`${length} 个 ASCII 字符 characters`, (value) =>
    value.length === length && /^[\x21-\x7e]+$/.test(value) ? value : null,
  );
}

/** Decimal digits; `length` of them, when it is given. */
export function digits(length?: number): Kind<string> {
  const form = new RegExp(`^\\d{${length ?? '1,40'}}$`);
  return kind(length === undefined ? '数字 digits' : `${length} 位数字 digits`, (value) =>
    form.test(value) ? value : null,
  );
}

/** Base64 of exactly `bytes` bytes. */
export function keyOf(bytes: number): Kind<Buffer> {
  return kind(`${bytes} 字节的 base64 (openssl rand -base64 ${bytes})`, (value) => decodeKey(value, bytes));
}

function decodeKey(value: string, bytes: number): Buffer | null {
  const key = /^[A-Za-z0-9+/_-]+=*$/.test(value) ? Buffer.from(value, 'base64') : Buffer.alloc(0);
  return key.length === bytes ? key : null;
}

/** An SM2 public key as platforms hand them out: base64 of `04‖x‖y`. */
export const sm2PublicKey = kind<Buffer>('65 字节（04 开头）的 base64', (value) => {
  const key = decodeKey(value, 65);
  return key?.[0] === 4 ? key : null;
});

/** `id:base64` pairs with a comma between; the first key seals, all of them open. */
export const dataKeys = kind<readonly DataKey[]>('编号:base64[,编号:base64] (32 字节 bytes each)', (value) => {
  const keys: DataKey[] = [];
  for (const pair of value.split(',')) {
    const [, id, encoded] = /^([A-Za-z0-9_-]{1,32}):(.+)$/.exec(pair.trim()) ?? [];
    const key = encoded === undefined ? null : decodeKey(encoded, 32);
    if (id === undefined || key === null || keys.some((other) => other.id === id)) return null;
    keys.push({ id, key });
  }
  return keys;
});

/** Origins separated by commas. */
export const origins = kind<readonly string[]>(
  'http(s)://主机[:端口]，用逗号分开 origins, separated by commas',
  (value) => {
    try {
      return list.parse(value).map((one) => origin.parse(one));
    } catch {
      return null;
    }
  },
);

export const yesNo = kind('0 | 1', (value) => (value === '1' ? true : value === '0' ? false : null));

/** Where objects are kept. */
export type StorePlace =
  | { readonly folder: string }
  /** `prefix` is empty or ends with `/`. */
  | { readonly bucket: string; readonly prefix: string };

/** A folder, or a bucket with the beginning of its names. */
export const storePlace = kind<StorePlace>('文件夹或 s3://桶[/前缀] folder, or s3://bucket[/prefix]', (value) => {
  if (!/^[a-z0-9]+:\/\//i.test(value)) return { folder: value };
  const [, bucket, prefix] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([0-9A-Za-z._/-]*))?$/.exec(value) ?? [];
  if (bucket === undefined) return null;
  const name = (prefix ?? '').replace(/\/+$/, '');
  return { bucket, prefix: name === '' ? '' : `${name}/` };
});

/** Words separated by commas. */
export const list = kind<readonly string[]>('用逗号分开 separated by commas', (value) =>
  value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== ''),
);
