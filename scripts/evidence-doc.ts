import { base64, hex, sha256, sha256Hex } from '../packages/evidence/src/bytes/index.ts';
import { canonicalJson } from '../packages/evidence/src/canonical/index.ts';
import { type ChunkFacts, receiptText, sealPart, writeChunk } from '../packages/evidence/src/chunk/index.ts';
import { entryBytes, noteKey, noteKeyText, signCheckpoint } from '../packages/evidence/src/log/index.ts';
import { leafHash, MerkleTree } from '../packages/evidence/src/merkle/index.ts';
import {
  chainHead,
  chainStart,
  type Manifest,
  manifestBytes,
  manifestMessage,
  orderDigest,
  writeObject,
} from '../packages/evidence/src/sealed/index.ts';
import { crc32c, frameOf, segmentStart } from '../packages/evidence/src/segment/index.ts';
import { signerOf } from '../packages/evidence/src/signature/index.ts';

const TRACE = '0b0e7a52-4c1d-4f7e-9d53-5b1c2f7a0001';
const TAB = 'c8a1f3d2-tab-1';
const AT = 1_795_000_000_000;
const DATA = `[{"type":5,"timestamp":${AT},"data":{"tag":"vis","payload":{"visible":true}}}]`;
const VALUES = '[{"k":1,"v":"林梅"}]';
/** gzip of the two, by one of the many ways to write it. */
const PACKED = {
  view: '1f8b080000000000000335c8310a80300c05d0bbfcb9830e45cc55c421d22081168b8d85527a7771f08d6febb09605e41d4c9314e39441f3b2fae9e710d818d4617c8250b5c021738b1787afab163da280ec7e648cb1bf007be8ad56000000',
  values: '1f8b08000000000000038bae56ca56b232d4512a53b2527a366ffab345ad4ab5b100b627055316000000',
};

const counted = (first: number, length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => first + at));

/** Every step of the format once, for one batch of one event. */
function example() {
  const [viewKey, valuesKey] = [counted(0x00, 32), counted(0x20, 32)];
  const [viewNonce, valuesNonce] = [counted(0xa0, 12), counted(0xb0, 12)];
  const signer = signerOf(counted(0x40, 32));
  const view = sealPart('view', TRACE, Buffer.from(PACKED.view, 'hex'), viewKey, viewNonce);
  const values = sealPart('values', TRACE, Buffer.from(PACKED.values, 'hex'), valuesKey, valuesNonce);
  const facts: ChunkFacts = {
    trace: TRACE,
    kind: 'client',
    tab: TAB,
    seq: 0,
    receivedAt: AT + 250,
    events: 1,
    firstAt: AT,
    lastAt: AT,
    dataSha256: sha256Hex(DATA),
    prev: '0'.repeat(64),
    table: '',
    build: 'example',
    flags: ['final'],
  };
  const chunk = writeChunk(facts, view, values);
  const chunkHash = sha256(chunk);
  const captured = leafHash(chunkHash);
  const capture = entryBytes({
    type: 'capture',
    server: 's1',
    segment: 's1-000001',
    from: 0,
    count: 1,
    root: hex(captured),
  });
  const order = {
    orderNo: 'JS2600000001',
    edition: 'js26',
    plan: 'standard',
    insuredCount: 2,
    premiumFen: 19_800,
    savedAt: AT,
    documents: [{ id: 'clauses', version: 1, sha256: sha256Hex('clauses') }],
  };
  const manifest: Manifest = {
    format: 'huimin-evidence/1',
    trace: TRACE,
    addendum: 0,
    previous: null,
    sealedAt: AT + 1_800_250,
    chain: { count: 1, head: hex(chainHead(TRACE, 0, [chunkHash])) },
    chunks: [
      {
        sha256: hex(chunkHash),
        length: chunk.length,
        kind: 'client',
        tab: TAB,
        seq: 0,
        receivedAt: AT + 250,
        events: 1,
        firstAt: AT,
        lastAt: AT,
        flags: ['final'],
        capture: { entry: 0, index: 0, path: [] },
      },
    ],
    gaps: [],
    flags: ['final'],
    order: { orderNo: order.orderNo, digest: orderDigest(order) },
    holder: null,
    product: 'js26',
    builds: ['example'],
    tables: [],
    pages: [],
    documents: [],
    consents: [],
    server: [],
    clock: null,
    keys: { kek: '2026-11' },
    retention: { class: 'short-term', until: AT + 189_216_000_000 },
    recorder: 'example',
  };
  const sealed = manifestBytes(manifest);
  const signature = signer.sign(manifestMessage(sha256(sealed)));
  const named = { trace: TRACE, addendum: 0, sha256: sha256Hex(sealed), signature: base64(signature) };
  const entry = entryBytes({ type: 'manifest', ...named });
  const tree = new MerkleTree([leafHash(capture), leafHash(entry)]);
  const head = { origin: 'evidence.example/log', size: 2, root: tree.root() };
  const object = writeObject([chunk], sealed);
  const receipt = receiptText(facts, hex(chunkHash));
  return {
    viewKey,
    valuesKey,
    viewNonce,
    valuesNonce,
    signer,
    view,
    values,
    chunk,
    chunkHash,
    captured,
    capture,
    order,
    sealed,
    signature,
    entry,
    tree,
    head,
    object,
    receipt,
  };
}

const WIDTH = 96;
const block = (text: string): string =>
  (text.match(new RegExp(`.{1,${WIDTH}}`, 'gu')) ?? []).map((line) => `    ${line}`).join('\n');
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** The text of docs/evidence-example.md. */
export function evidenceDoc(): string {
  const of = example();
  const header = of.chunk.subarray(4, 4 + of.chunk.readUInt32BE(0));
  const start = segmentStart({ segment: 's1-000001', server: 's1', openedAt: AT });
  const step = (title: string, ...lines: string[]): string => `**${title}**\n\n${lines.map(block).join('\n')}\n`;
  return `# Evidence format: an example

Every step of [the format](evidence-format.md) once, for one batch with one event. Written by \`npm run docs\`; bytes are in hexadecimal, long
lines are broken after ${WIDTH} characters and nowhere else.

## What came

${step('`data`', DATA)}
${step('`vals`', VALUES)}
${step('trace, tab', TRACE, TAB)}
## The chunk

${step('K_view, its nonce', hex(of.viewKey), hex(of.viewNonce))}
${step('K_values, its nonce', hex(of.valuesKey), hex(of.valuesNonce))}
${step('gzip(`data`), by one of the many ways to write it; gzip(`vals`)', PACKED.view, PACKED.values)}
${step('additional data of `view`', `huimin-view-v1${TRACE}`)}
${step('`view`: cipher text ‖ tag', hex(of.view.sealed))}
${step('`values`: cipher text ‖ tag', hex(of.values.sealed))}
${step('header', textOf(header))}
${step(`chunk: u32 ${header.length} ‖ header ‖ view ‖ values, ${of.chunk.length} bytes`, hex(of.chunk))}
${step('SHA-256(chunk)', hex(of.chunkHash))}
${step('what the receipt is signed over (`\\n` for each end of a line), and its signature', of.receipt.replaceAll('\n', '\\n'), base64(of.signer.sign(Buffer.from(of.receipt))))}
## The segment

${step('the file begins with', textOf(start).replaceAll('\n', '\\n'))}
${step('CRC-32C(chunk), length of the frame', crc32c(of.chunk).toString(16).padStart(8, '0'), String(frameOf(of.chunk).length))}
## The object

${step('chain₀, chain₁', hex(chainStart(TRACE, 0)), hex(chainHead(TRACE, 0, [of.chunkHash])))}
${step('the canonical order, and its digest', canonicalJson(of.order), orderDigest(of.order))}
${step(`manifest, ${of.sealed.length} bytes`, textOf(of.sealed))}
${step('SHA-256(manifest)', sha256Hex(of.sealed))}
${step('Ed25519 secret and public key', hex(counted(0x40, 32)), hex(of.signer.publicKey))}
${step('signature over `huimin-manifest-v1\\n` ‖ SHA-256(manifest)', base64(of.signature))}
${step(`object: ${of.object.length} bytes; what stands behind the manifest`, hex(of.object.subarray(7 + of.chunk.length + of.sealed.length)))}
${step('SHA-256(object)', sha256Hex(of.object))}
## The log

${step('leaf of the chunk in its capture: SHA-256(0x00 ‖ SHA-256(chunk)), here the root as well', hex(of.captured))}
${step('entry 0', textOf(of.capture))}
${step('entry 1', textOf(of.entry))}
${step('leaf hashes, root', hex(of.tree.read(0, 0)), hex(of.tree.read(0, 1)), hex(of.tree.root()))}
${step('audit path of entry 1', ...of.tree.auditPath(1).map(hex))}
${step('the log’s key, as others know it', noteKeyText(noteKey(of.head.origin, of.signer)))}
${step('checkpoint', ...signCheckpoint(of.head, of.signer).split('\n'))}`.replace(/\s+$/, '\n');
}
