import Type from 'typebox';
import { defineCall } from '../define-call.ts';

/** As it travels, and unpacked. */
const BODY_BYTES = 1_048_576;
const EXPANDED_BYTES = 8 * BODY_BYTES;

const SentEmpty = Type.String({ maxLength: 64 });
const Hash = Type.String({ pattern: '^[0-9a-f]{64}$' });
const HashOrEmpty = Type.String({ pattern: '^([0-9a-f]{64})?$' });
const Moment = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** What a recording is called: whatever a browser keeps as its `cx-record-uuid`, as long as it has this form */
export const RecordId = Type.String({ pattern: '^[0-9A-Za-z_-]{8,64}$' });

/** Take one batch of a recorded visit; safe to repeat. Answers only after it is on disk */
export const collect = defineCall({
  name: 'collect',
  topic: 'recording',
  method: 'POST',
  path: '/traceable-service/api/v1/insureRecord/collect',
  summary: 'Take one batch of a recorded visit; safe to repeat. Answers only after it is on disk',
  input: Type.Object({
    data: Type.String({ maxLength: EXPANDED_BYTES }),
    orderNo: SentEmpty,
    policyHolderIdNum: SentEmpty,
    policyHolderIdType: SentEmpty,
    policyHolderName: SentEmpty,
    policyHolderPhoneNo: SentEmpty,
    productId: Type.String({ maxLength: 32 }),
    traceId: RecordId,
    v: Type.Optional(Type.Literal(1)),
    tab: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z_-]{8,36}$' })),
    seq: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    n: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    t0: Type.Optional(Moment),
    t1: Type.Optional(Moment),
    prev: Type.Optional(Hash),
    tbl: Type.Optional(HashOrEmpty),
    build: Type.Optional(Type.String({ maxLength: 128 })),
    vals: Type.Optional(Type.String({ maxLength: EXPANDED_BYTES })),
    final: Type.Optional(Type.Boolean()),
    key: Type.Optional(Type.String({ maxLength: 128 })),
  }),
  output: Type.Object({
    /** Highest `seq` of the tab below which nothing is missing; -1 when there is none. */
    ack: Type.Integer({ minimum: -1 }),
    serverTime: Type.Integer(),
    /** Null where nothing was stored. */
    receipt: Type.Union([Type.Object({ chunk: Type.String(), signature: Type.String() }), Type.Null()]),
    /** Lets a later visit send what was left over; empty for whoever did not show that the recording is theirs. */
    key: Type.String(),
  }),
  login: 'optional',
  overlay: false,
  codeCheck: 'passThrough',
  replyField: 'beside',
  errors: ['recording-refused', 'recording-conflict', 'too-many-requests'],
  bodyLimitBytes: BODY_BYTES,
  expandedLimitBytes: EXPANDED_BYTES,
});
