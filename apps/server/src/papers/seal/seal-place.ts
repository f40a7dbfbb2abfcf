/** What a signature dictionary says besides the signature itself. */
export interface SealPlace {
  /** Who signs, as the certificate names them. */
  readonly signer: string;
  readonly reason: string;
  readonly atMs: number;
}

/** Bytes left for the signature: certificates and signature of an RSA or elliptic key with a chain of four. */
export const SEAL_BYTES = 12_288;
/** Stands where the offsets of the signed bytes go; as long as the longest of them. */
export const OFFSET_HOLDER = '**********';

const PRINTED_AND_LOCKED = 4 | 128;

/**
 * Adds an empty signature field to a document being written, invisible on its first page. `sealPdf` fills it when the
 * bytes are there.
 */
export function placeSeal(document: PDFKit.PDFDocument, place: SealPlace): void {
  const signature = document.ref({
    Type: 'Sig',
    Filter: 'Adobe.PPKLite',
    SubFilter: 'ETSI.CAdES.detached',
    ByteRange: [0, OFFSET_HOLDER, OFFSET_HOLDER, OFFSET_HOLDER],
    Contents: Buffer.alloc(SEAL_BYTES),
    // pdfkit writes a String object as text, a plain string as a name.
    Name: new String(place.signer),
    Reason: new String(place.reason),
    M: new Date(place.atMs),
  });
  const inner = document as unknown as {
    page: { dictionary: unknown; annotations: unknown[] };
    _root: { data: Record<string, unknown> };
    endAcroForm(): void;
  };
  const { page, _root: catalog } = inner;
  const field = document.ref({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Sig',
    Rect: [0, 0, 0, 0],
    F: PRINTED_AND_LOCKED,
    T: new String('Signature1'),
    V: signature,
    P: page.dictionary,
  });
  page.annotations.push(field);
  // Signatures exist, and the file may only grow: appended, not rewritten.
  const form = document.ref({ SigFlags: 3, Fields: [field] });
  catalog.data.AcroForm = form;
  // pdfkit would finish a form of its own here, with fonts for its fields.
  inner.endAcroForm = () => undefined;
  // The types know references as streams; these hold nothing besides their dictionary.
  for (const reference of [signature, field, form]) (reference as unknown as { end(): void }).end();
}
