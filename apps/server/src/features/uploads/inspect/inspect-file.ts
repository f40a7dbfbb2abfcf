import { inspectJpeg } from './inspect-jpeg.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { inspectPng } from './inspect-png.ts';
import type { Inspected } from './inspected.ts';

const KINDS = '只收 JPG、PNG 照片和 PDF 文件';

/** What a file is by its own bytes, whatever it is called. Only these three kinds are taken. */
export function inspectFile(bytes: Buffer): Inspected {
  const head = bytes.toString('latin1', 0, 16);
  if (head.startsWith('\u00ff\u00d8\u00ff')) return inspectJpeg(bytes);
  if (head.startsWith('\u0089PNG')) return inspectPng(bytes);
  if (head.startsWith('%PDF-')) return inspectPdf(bytes);
  if (/^.{4}ftyp(heic|heix|hevc|mif1|msf1|avif)/s.test(head)) {
    return { ok: false, message: `${KINDS}。这是 HEIC 格式的照片，请截图后上传` };
  }
  return { ok: false, message: `${KINDS}，请换一个` };
}
