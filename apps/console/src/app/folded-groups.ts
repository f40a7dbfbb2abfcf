const KEY = 'console-folded-groups';

/** The menu's groups that are folded away in this browser; none where nothing can be kept. */
export function foldedGroups(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((group) => typeof group === 'string') : [];
  } catch {
    return [];
  }
}

export function foldGroup(group: string, folded: boolean): void {
  const others = foldedGroups().filter((other) => other !== group);
  try {
    localStorage.setItem(KEY, JSON.stringify(folded ? [...others, group] : others));
  } catch {
    // It folds for this page all the same.
  }
}
