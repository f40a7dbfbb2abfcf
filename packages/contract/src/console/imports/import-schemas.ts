import Type, { type Static } from 'typebox';
import { BeijingTime } from '../../vocabulary/schemas.ts';

/** What a file is sent in: pieces of so many bytes, the last one shorter. */
export const IMPORT_PIECE_BYTES = 2 * 1024 * 1024;
/** Put-right rows come in one piece. */
export const MOST_MENDED_BYTES = 4 * 1024 * 1024;

export const ImportNo = Type.String({ pattern: '^[1-9][0-9]{0,8}$', description: '导入编号' });
export const ImportKindName = Type.String({ pattern: '^[a-z][a-z-]{2,40}$', description: '导入什么' });
export const ImportStatusName = Type.Enum(
  ['arriving', 'waiting', 'reading', 'read', 'applying', 'done', 'refused', 'stopped', 'undone'],
  { description: '到哪一步' },
);
export const FileName = Type.String({
  minLength: 1,
  maxLength: 120,
  pattern: '^[^\\u0000-\\u001f]*\\S[^\\u0000-\\u001f]*$',
  description: '文件名',
});
/** Bytes of a file as base64. */
export const Content = (mostBytes: number) =>
  Type.String({
    minLength: 4,
    maxLength: Math.ceil(mostBytes / 3) * 4,
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    description: '文件内容，base64',
  });

const Count = Type.Integer();
const CountOrNull = Type.Union([Type.Integer(), Type.Null()]);
const TextOrNull = Type.Union([Type.String(), Type.Null()]);
const Moment = Type.Union([BeijingTime, Type.Null()]);

/** What can be imported, and what its file looks like. */
export const ImportKindView = Type.Object({
  kind: ImportKindName,
  title: Type.String(),
  /** What the file does, as a sentence. */
  note: Type.String(),
  /** What has to be said beside the file. */
  needs: Type.Enum(['day', 'edition', 'nothing']),
  headings: Type.Array(Type.String()),
  mostRows: Count,
  mostBytes: Count,
  /** All rows stand in place of what is there; a row that is not right keeps all of them back. */
  isWhole: Type.Boolean(),
  /** Whether the asker's role gives such files. */
  mayGive: Type.Boolean(),
});
export type ImportKindValue = Static<typeof ImportKindView>;

export const ImportView = Type.Object({
  importNo: ImportNo,
  kind: ImportKindName,
  title: Type.String(),
  isWhole: Type.Boolean(),
  fileName: Type.String(),
  /** The day of which the file tells, or the edition it is for, in words; '' for neither. */
  forWhat: Type.String(),
  sizeBytes: Count,
  status: ImportStatusName,
  statusLabel: Type.String(),
  tone: Type.Enum(['success', 'warn', 'error', 'info', 'neutral']),
  givenBy: Type.String(),
  givenAt: BeijingTime,
  readAt: Moment,
  liveAt: Moment,
  /** Pieces that are here, of how many. */
  pieces: Type.Object({ here: Count, all: Count }),
  rows: Type.Object({
    /** Null until they have been counted. */
    total: CountOrNull,
    read: Count,
    good: Count,
    bad: Count,
    live: Count,
  }),
  /** How fast it goes and how long it still takes; null where that is not known. */
  pace: Type.Object({ rowsPerSecond: CountOrNull, secondsLeft: CountOrNull }),
  /** What differs from what is there now; `gone`: what stands there and not in the file. */
  differs: Type.Object({ added: Count, changed: Count, same: Count, gone: Count }),
  /** What went wrong with the file, or with the last rows put right; '' when nothing did. */
  problem: Type.String(),
  /** The request that waits for the other person. */
  approval: Type.Union([
    Type.Object({ approvalNo: Type.String(), title: Type.String(), askedBy: Type.String(), mayDecide: Type.Boolean() }),
    Type.Null(),
  ]),
  can: Type.Object({
    /** Rows put right can be sent. */
    mend: Type.Boolean(),
    ask: Type.Boolean(),
    stop: Type.Boolean(),
    undo: Type.Boolean(),
  }),
});
export type ImportValue = Static<typeof ImportView>;

/** A row that is not right; never what stands in it. */
export const ImportProblemView = Type.Object({
  line: Count,
  /** Headings of the columns; '' for the whole row. */
  column: Type.String(),
  problem: Type.String(),
  fix: Type.String(),
});
export type ImportProblemValue = Static<typeof ImportProblemView>;

/** A row that differs from what is there now. */
export const ImportChangeView = Type.Object({
  line: CountOrNull,
  against: Type.Enum(['added', 'changed', 'gone']),
  key: Type.String(),
  title: Type.String(),
  /** Column by column: as it is, as it will be. */
  changes: Type.Array(Type.Object({ column: Type.String(), from: TextOrNull, to: TextOrNull })),
});
export type ImportChangeValue = Static<typeof ImportChangeView>;
