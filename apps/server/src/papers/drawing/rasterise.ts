import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { encodePng } from './png.ts';

/** One page as a picture. */
export interface Picture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const RGBA_ORDER = 0x10;
const WITH_ANNOTATIONS = 0x01;
const WHITE = 0xffffffff;
const BYTES_A_PIXEL = 4;
/** A paper never comes near; a page of another shape must not take the memory. */
const MAX_HEIGHT_OF_WIDTH = 3;

/** The engine's memory; what it reads and writes stands there. It may move when it grows. */
function memoryOf(pdfium: WrappedPdfiumModule): Uint8Array {
  return (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
}

let engine: Promise<WrappedPdfiumModule> | undefined;

function openEngine(): Promise<WrappedPdfiumModule> {
  engine ??= (async () => {
    const wasm = readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
    const opened = await init({ wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) });
    opened.PDFiumExt_Init();
    return opened;
  })();
  return engine;
}

/** Every page of a document at this width in pixels. @throws Error when the bytes are no PDF */
export async function rasterise(pdf: Uint8Array, width: number): Promise<Picture[]> {
  const pdfium = await openEngine();
  const { malloc, free } = pdfium.pdfium.wasmExports;
  const bytesAt = malloc(pdf.length);
  memoryOf(pdfium).set(pdf, bytesAt);
  const document = pdfium.FPDF_LoadMemDocument(bytesAt, pdf.length, '');
  try {
    if (!document) throw new Error(`the PDF cannot be opened (${pdfium.FPDF_GetLastError()})`);
    return Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) =>
      pagePicture(pdfium, document, index, width),
    );
  } finally {
    if (document) pdfium.FPDF_CloseDocument(document);
    free(bytesAt);
  }
}

function pagePicture(pdfium: WrappedPdfiumModule, document: number, index: number, width: number): Picture {
  const page = pdfium.FPDF_LoadPage(document, index);
  const shape = pdfium.FPDF_GetPageHeightF(page) / pdfium.FPDF_GetPageWidthF(page);
  const height = Math.round(width * Math.min(shape, MAX_HEIGHT_OF_WIDTH));
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, WITH_ANNOTATIONS | RGBA_ORDER);
    const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const pixels = memoryOf(pdfium).subarray(at, at + width * height * BYTES_A_PIXEL);
    return { png: encodePng(pixels, width, height), width, height };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
    pdfium.FPDF_ClosePage(page);
  }
}
