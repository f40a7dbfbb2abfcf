/** An order being put together. Holds no personal data: people are named by the server's member ids. */
export interface OrderDraft {
  readonly editionCode: string;
  /** In the order they were chosen. */
  readonly memberIds: readonly string[];
  /** The plan, where the edition sells several; none is chosen for anybody. */
  readonly planCode?: string;
  /**
   * Version read to its end, by document key, for each visit: what is agreed to has to be read in the visit whose record shows the
   * sale. The latest visits only.
   */
  readonly readings: readonly Reading[];
  /**
   * One per order content: the server answers repeats of it with the same order. Another choice of people or plan, or
   * other data of theirs, gets another key, because an order saved under the former key would not have it.
   */
  readonly clientKey: string;
  /** Last change, ms. */
  readonly updatedAtMs: number;
}

export interface Reading {
  /** The visit's record id, or `UNRECORDED`. */
  readonly visit: string;
  readonly versions: Readonly<Record<string, number>>;
}

/** The visit of a page of which no record is kept. */
export const UNRECORDED = '-';
/** Tabs that somebody buys in at once. */
const VISITS = 4;

/** What a document list of the product says about one document. */
export interface RequiredDocument {
  readonly key: string;
  readonly version: number;
}

/** An unfinished draft is thrown away after this long without a change. */
export const DRAFT_LIFE_MS = 7 * 24 * 3_600_000;

export interface DraftMaking {
  /** 16 to 64 letters, figures and hyphens that nobody else makes. */
  newKey: () => string;
  nowMs: number;
}

export function emptyDraft(editionCode: string, { newKey, nowMs }: DraftMaking): OrderDraft {
  return {
    editionCode,
    memberIds: [],
    readings: [],
    clientKey: newKey(),
    updatedAtMs: nowMs,
  };
}

/** Chooses people. The same people in another order are the same content. */
export function withMembers(draft: OrderDraft, memberIds: readonly string[], making: DraftMaking): OrderDraft {
  const unique = memberIds.filter((id, index) => memberIds.indexOf(id) === index);
  const same = unique.length === draft.memberIds.length && unique.every((id) => draft.memberIds.includes(id));
  if (same) return draft;
  return { ...draft, memberIds: unique, clientKey: making.newKey(), updatedAtMs: making.nowMs };
}

/** Chooses the plan that everybody of the order gets. */
export function withPlan(draft: OrderDraft, planCode: string, making: DraftMaking): OrderDraft {
  if (draft.planCode === planCode) return draft;
  return { ...draft, planCode, clientKey: making.newKey(), updatedAtMs: making.nowMs };
}

/** What is kept of the payer or of somebody chosen was corrected: an order that was saved before has the former data. */
export function withCorrectedPeople(draft: OrderDraft, making: DraftMaking): OrderDraft {
  return { ...draft, clientKey: making.newKey(), updatedAtMs: making.nowMs };
}

const versionsIn = (draft: OrderDraft, visit: string): Readonly<Record<string, number>> =>
  draft.readings.find((reading) => reading.visit === visit)?.versions ?? {};

/** Notes that this version of a document was read to its end in this visit. */
export function withRead(draft: OrderDraft, document: RequiredDocument, visit: string, nowMs: number): OrderDraft {
  const versions = versionsIn(draft, visit);
  if (versions[document.key] === document.version) return draft;
  const others = draft.readings.filter((reading) => reading.visit !== visit).slice(1 - VISITS);
  return {
    ...draft,
    readings: [...others, { visit, versions: { ...versions, [document.key]: document.version } }],
    updatedAtMs: nowMs,
  };
}

/**
 * Another key for the same content, after the order of `usedKey` was closed. Does nothing when the key has changed
 * meanwhile, so that two tabs that learn of the closing together still make one order.
 */
export function withoutClosedOrder(draft: OrderDraft, usedKey: string, making: DraftMaking): OrderDraft {
  if (draft.clientKey !== usedKey) return draft;
  return { ...draft, clientKey: making.newKey(), updatedAtMs: making.nowMs };
}

/**
 * Whether this version has been read to its end in this visit, or a newer one: a phone's product data may be older than the text
 * it read.
 */
export function isRead(draft: OrderDraft, document: RequiredDocument, visit: string): boolean {
  return (versionsIn(draft, visit)[document.key] ?? 0) >= document.version;
}

/** The versions that were read, for the order; of the documents that must be read. */
export function agreedVersions(
  draft: OrderDraft,
  documents: readonly RequiredDocument[],
  visit: string,
): RequiredDocument[] {
  const versions = versionsIn(draft, visit);
  return documents.map(({ key, version }) => ({ key, version: versions[key] ?? version }));
}

/** Writes a draft as text for the browser's storage. */
export function draftText(draft: OrderDraft): string {
  return JSON.stringify(draft);
}

/**
 * Reads a stored draft. Null when there is none, when it is of another edition or shape, or `DRAFT_LIFE_MS` away.
 */
export function draftOf(text: string | null, editionCode: string, nowMs: number): OrderDraft | null {
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isDraft(value) || value.editionCode !== editionCode) return null;
  // Either way: a phone clock that was put right by minutes must not cost the draft.
  return Math.abs(nowMs - value.updatedAtMs) < DRAFT_LIFE_MS ? value : null;
}

function isDraft(value: unknown): value is OrderDraft {
  if (typeof value !== 'object' || value === null) return false;
  const draft = value as Partial<OrderDraft>;
  return (
    typeof draft.editionCode === 'string' &&
    Array.isArray(draft.memberIds) &&
    draft.memberIds.every((id) => typeof id === 'string') &&
    (draft.planCode === undefined || typeof draft.planCode === 'string') &&
    Array.isArray(draft.readings) &&
    draft.readings.every(isReading) &&
    typeof draft.clientKey === 'string' &&
    /^[0-9a-zA-Z-]{16,64}$/.test(draft.clientKey) &&
    typeof draft.updatedAtMs === 'number'
  );
}

function isReading(value: unknown): value is Reading {
  if (typeof value !== 'object' || value === null) return false;
  const { visit, versions } = value as Partial<Reading>;
  return (
    typeof visit === 'string' &&
    typeof versions === 'object' &&
    versions !== null &&
    Object.values(versions).every((version) => typeof version === 'number')
  );
}
