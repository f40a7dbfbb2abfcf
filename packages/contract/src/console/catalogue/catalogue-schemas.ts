import Type, { type Static } from 'typebox';
import { BeijingTime, EditionCode } from '../../vocabulary/schemas.ts';
import { ApprovalNo } from '../staff/staff-schemas.ts';

const Text = Type.String();

export const CatalogueName = Type.Enum(['outlets', 'drugs', 'pharmacies', 'health-services'], {
  description: '网点、特药目录、指定药房或健康服务',
});
export type CatalogueNameValue = Static<typeof CatalogueName>;

/** Of what edition; the outlets belong to none. */
export const OfEdition = Type.Optional(EditionCode);
/** Which state of the draft somebody had before them; 0: there was none. */
export const DraftRevision = Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: '草稿改过几次' });
export const RowCode = Type.String({ pattern: '^[0-9A-Za-z-]{1,20}$', description: '编号' });
/** The texts of a row, in the order of the list's columns. */
export const RowCells = Type.Array(Type.String({ maxLength: 2_000 }), { minItems: 1, maxItems: 20 });
export const MAX_CATALOGUE_BYTES = 4 * 1024 * 1024;

export const CatalogueColumn = Type.Object({ name: Text, label: Text, isOptional: Type.Boolean() });
export type CatalogueColumnValue = Static<typeof CatalogueColumn>;

export const RowChange = Type.Enum(['new', 'changed', 'gone']);

export const CatalogueRow = Type.Object({
  code: Text,
  cells: Type.Array(Text),
  /** What the draft does to it. */
  change: Type.Union([RowChange, Type.Null()]),
  /** Its texts as residents see them now, where they differ. */
  was: Type.Union([Type.Array(Text), Type.Null()]),
  /** What keeps it from being published. */
  problem: Type.Union([Text, Type.Null()]),
  /** Within the scope of whoever looks. */
  mayChange: Type.Boolean(),
});
export type CatalogueRowValue = Static<typeof CatalogueRow>;

export const CatalogueDraft = Type.Object({
  revision: DraftRevision,
  /** Where it comes from: typed, a file, a former version. */
  source: Text,
  writtenBy: Text,
  writtenAt: BeijingTime,
  rowCount: Type.Integer(),
  added: Type.Integer(),
  changed: Type.Integer(),
  gone: Type.Integer(),
  /** The same rows stand in another order. */
  isReordered: Type.Boolean(),
  /** Another version is shown by now than the one it was made from. */
  isStale: Type.Boolean(),
  /** Rows that do not fit to the other lists. */
  misfits: Type.Integer(),
  /** The request for a second person's word on it. */
  request: Type.Union([
    Type.Object({
      approvalNo: ApprovalNo,
      askedBy: Text,
      askedAt: BeijingTime,
      reason: Text,
      isOwn: Type.Boolean(),
      mayDecide: Type.Boolean(),
    }),
    Type.Null(),
  ]),
});
export type CatalogueDraftValue = Static<typeof CatalogueDraft>;

export const DraftChanged = Type.Object({ revision: DraftRevision });

export const FileProblem = Type.Object({ line: Type.Integer(), column: Text, why: Text });
export type FileProblemValue = Static<typeof FileProblem>;
