/** What is looked through of a drug. */
export interface NamedDrug {
  readonly genericName: string;
  readonly brandName: string;
  readonly maker: string;
  readonly indication: string;
  readonly inCatalogue: boolean;
}

export type DrugScope = 'all' | 'in' | 'out';

/** Drugs whose names, maker or indication hold every word that was typed; any part of a name will do. */
export function findDrugs<D extends NamedDrug>(drugs: readonly D[], typed: string, scope: DrugScope): D[] {
  const words = wordsOf(typed);
  return drugs.filter((drug) => {
    if (scope !== 'all' && drug.inCatalogue !== (scope === 'in')) return false;
    const text = plain(`${drug.genericName} ${drug.brandName} ${drug.maker} ${drug.indication}`);
    return words.every((word) => text.includes(word));
  });
}

/** A text in parts, those that were looked for marked. */
export function markedParts(text: string, typed: string): { readonly text: string; readonly isFound: boolean }[] {
  const found = new Array<boolean>(text.length).fill(false);
  const searched = Array.from(text, plainCharacter).join('');
  // A character that changes its length when made plain would shift every place behind it.
  if (searched.length === text.length) {
    for (const word of wordsOf(typed)) {
      for (let at = searched.indexOf(word); at >= 0; at = searched.indexOf(word, at + 1)) {
        found.fill(true, at, at + word.length);
      }
    }
  }
  const parts: { text: string; isFound: boolean }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const last = parts[parts.length - 1];
    const isFound = found[at] === true;
    if (last?.isFound === isFound) last.text += text.charAt(at);
    else parts.push({ text: text.charAt(at), isFound });
  }
  return parts;
}

function wordsOf(typed: string): string[] {
  return plain(typed)
    .split(/[\s，,、]+/)
    .filter((word) => word !== '');
}

const plain = (text: string): string => Array.from(text, plainCharacter).join('');

function plainCharacter(character: string): string {
  return character.normalize('NFKC').toLowerCase();
}
