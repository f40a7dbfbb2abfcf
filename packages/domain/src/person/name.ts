export interface FilteredName {
  /** What may stay in the field. */
  text: string;
  /** Whether something was taken out (blanks at the ends do not count): then say 姓名只能用汉字. */
  removed: boolean;
}

export interface NameFilterOptions {
  /** True while the field is being filled in: a dot, blank or hyphen that still waits for its next character stays. */
  typing?: boolean;
}

// 〇, the unified and compatibility ideographs, and planes 2 and 3 whole: rare names use extensions that an older
// phone's own character tables do not know yet.
const CHINESE = '\\u3007\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF\\u{20000}-\\u{3FFFD}';
const LATIN = 'A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u024F\\u1E00-\\u1EFF';
const CHINESE_CHARACTER = new RegExp(`^[${CHINESE}]$`, 'u');
const LATIN_LETTER = new RegExp(`^[${LATIN}]$`, 'u');
// The full stops too: what a phone's keyboard offers first, where nobody finds the middle dot.
const MIDDLE_DOT = /^[·•‧・･∙⋅.．。]$/;
const HYPHEN = /^[-\u2010\u2011\u2013\uFF0D]$/;

type Part = { kind: 'letter' | 'joint'; text: string } | null;

/** Keeps letters, and a joint only between two letters (or last, while typing). */
function filtered(text: string, partOf: (character: string) => Part, typing: boolean): FilteredName {
  let kept = '';
  let joint = '';
  let removed = false;
  for (const character of Array.from(text)) {
    const part = partOf(character);
    if (part?.kind === 'letter') {
      kept += joint + part.text;
      joint = '';
    } else if (part && kept !== '' && joint === '') {
      joint = part.text;
    } else {
      removed = true;
    }
  }
  if (joint !== '' && typing) return { text: kept + joint, removed };
  return { text: kept, removed: removed || joint !== '' };
}

const chinesePart = (character: string): Part => {
  if (CHINESE_CHARACTER.test(character)) return { kind: 'letter', text: character };
  return MIDDLE_DOT.test(character) ? { kind: 'joint', text: '·' } : null;
};

const latinPart = (character: string): Part => {
  if (LATIN_LETTER.test(character)) return { kind: 'letter', text: character };
  if (/^\s$/.test(character)) return { kind: 'joint', text: ' ' };
  return HYPHEN.test(character) ? { kind: 'joint', text: '-' } : null;
};

/**
 * The name rule of Chinese papers: everything but Chinese characters is taken out; a middle dot between two of them
 * stays and is written ·. Call it after the input method has finished composing.
 */
export function filterChineseName(text: string, options: NameFilterOptions = {}): FilteredName {
  return filtered(text.trim(), chinesePart, options.typing === true);
}

/** The name rule of foreign papers: Latin letters, with single blanks and hyphens between them. */
export function filterLatinName(text: string, options: NameFilterOptions = {}): FilteredName {
  const typing = options.typing === true;
  return filtered((typing ? text.trimStart() : text.trim()).replace(/\s+/g, ' '), latinPart, typing);
}

/** The name rule of papers that carry either script: the script of the first letter decides. */
export function filterEitherName(text: string, options: NameFilterOptions = {}): FilteredName {
  const first = Array.from(text).find((character) => chinesePart(character) ?? latinPart(character));
  return first && LATIN_LETTER.test(first) ? filterLatinName(text, options) : filterChineseName(text, options);
}

/**
 * A name as it is compared with what somebody dictated: without the dots, blanks and hyphens in it, which are heard by nobody and
 * typed in many forms, and in capitals.
 */
export function spokenName(text: string): string {
  return filterEitherName(text).text.replace(/[· -]/g, '').toUpperCase();
}
