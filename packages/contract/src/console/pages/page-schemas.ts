import Type, { type Static } from 'typebox';
import { DOCUMENT_KEYS } from '../../vocabulary/index.ts';
import { BeijingTime, EditionCode } from '../../vocabulary/schemas.ts';
import { DraftState, Revision } from '../editions/edition-schemas.ts';

export const PageKey = Type.Enum([...DOCUMENT_KEYS], { description: '页面' });
const Moment = Type.Union([BeijingTime, Type.Null()]);
const Note = Type.Union([Type.String(), Type.Null()]);

const LineKind = Type.Enum(['title', 'heading', 'paragraph', 'item', 'strong']);
const PageText = Type.Object({
  version: Type.Integer(),
  sha256: Type.String(),
  lines: Type.Array(Type.Object({ kind: LineKind, text: Type.String() })),
});
export type PageTextValue = Static<typeof PageText>;

const PageLine = Type.Object({
  key: PageKey,
  title: Type.String(),
  /** Null: nothing can be read yet. */
  liveVersion: Type.Union([Type.Integer(), Type.Null()]),
  sha256: Type.String(),
  draft: Type.Union([Type.Null(), Type.Object({ version: Type.Integer(), state: DraftState, sha256: Type.String() })]),
});

export const PageList = Type.Object({
  edition: EditionCode,
  editions: Type.Array(
    Type.Object({
      edition: EditionCode,
      name: Type.String(),
      /** How many of its drafts wait for whoever asks. */
      waiting: Type.Integer(),
    }),
  ),
  pages: Type.Array(PageLine),
  /** The residents' app itself, as it stands in the public log, the latest first. */
  builds: Type.Array(Type.Object({ build: Type.String(), registeredAt: BeijingTime })),
});
export type PageListValue = Static<typeof PageList>;

export const PageDesk = Type.Object({
  edition: EditionCode,
  editionName: Type.String(),
  key: PageKey,
  title: Type.String(),
  /** Read to its end before anybody can go on. */
  required: Type.Boolean(),
  versions: Type.Array(
    Type.Object({
      version: Type.Integer(),
      sha256: Type.String(),
      publishedAt: BeijingTime,
      /** Null: it is the current one. */
      replacedAt: Moment,
      reason: Type.String(),
      /** It stands in the public log. */
      isRegistered: Type.Boolean(),
    }),
  ),
  live: Type.Union([PageText, Type.Null()]),
  /** Nothing is live yet: the same page of the edition that this one is copied from, for comparing; otherwise null. */
  former: Type.Union([Type.Null(), Type.Object({ editionName: Type.String(), ...PageText.properties })]),
  draft: Type.Union([
    Type.Null(),
    Type.Object({
      ...PageText.properties,
      revision: Revision,
      state: DraftState,
      /** As it is typed: `# ` heading, `- ` item, `! ` what draws notice. */
      source: Type.String(),
      reason: Type.String(),
      savedAt: BeijingTime,
      savedBy: Type.String(),
      publishAt: Moment,
      note: Note,
    }),
  ]),
  checks: Type.Array(Type.Object({ label: Type.String(), problem: Note })),
  agreements: Type.Array(Type.Object({ name: Type.String(), role: Type.String(), at: BeijingTime, note: Note })),
  may: Type.Object({
    change: Type.Boolean(),
    submit: Type.Boolean(),
    decide: Type.Boolean(),
    schedule: Type.Boolean(),
    whyNotDecide: Note,
  }),
});
export type PageDeskValue = Static<typeof PageDesk>;

export const SeenPage = Type.Object({ title: Type.String(), publishedAt: BeijingTime, ...PageText.properties });
