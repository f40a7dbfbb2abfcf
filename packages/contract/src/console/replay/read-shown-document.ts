import Type from 'typebox';
import { PublishedDocument } from '../../configuration/product-schemas.ts';
import { BeijingTime } from '../../vocabulary/schemas.ts';
import { defineConsoleCall } from '../define-console-call.ts';
import { RecordingId } from './replay-schemas.ts';

/** The exact words of a document as this recording showed it, from the store */
export const readShownDocument = defineConsoleCall({
  name: 'readShownDocument',
  topic: 'console/replay',
  method: 'GET',
  path: '/recordings/{trace}/documents/{sha256}',
  summary: 'The exact words of a document as this recording showed it, from the store',
  input: Type.Object({
    trace: RecordingId,
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: '文件哈希' }),
  }),
  output: Type.Object({
    title: Type.String(),
    version: Type.Integer(),
    sha256: Type.String(),
    /** The words in the store have this hash. */
    whole: Type.Boolean(),
    /** The entry of the log by which it was registered; null while no checkpoint speaks for it. */
    registered: Type.Union([Type.Object({ entry: Type.Integer(), at: BeijingTime }), Type.Null()]),
    blocks: PublishedDocument.properties.blocks,
  }),
  errors: ['not-found'],
  staff: ['evidence.view'],
  title: '看文件原文',
  noted: 'view',
});
