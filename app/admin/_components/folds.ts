/** The folding sections of /admin, by the ids of their headings. */
export const FOLDS = ['availability', 'exceptions', 'recurring'] as const
export type Fold = (typeof FOLDS)[number]

const FOR_A_YEAR = 31_536_000

/** True for an open section, false for a folded one, null for one never opened or folded in this browser. */
export type Folds = Record<Fold, boolean | null>

/**
 * Reads the sections' states from the cookies ('name=value; …'). With cookies, the server can skip folded
 * sections.
 */
export function readFolds(cookies: string): Folds {
  const found = new Map(
    [...cookies.matchAll(/(?:^|; )fold-(\w+)=(open|folded)/g)].map(([, id, fold]) => [id, fold === 'open']),
  )
  return Object.fromEntries(FOLDS.map((id) => [id, found.get(id) ?? null])) as Folds
}

/** Stores a section's state: for a year if `isChosen`, else until the browser closes. */
export function storeFold(id: Fold, isOpen: boolean, isChosen = true): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = isChosen ? `; Max-Age=${FOR_A_YEAR}` : ''
  document.cookie = `fold-${id}=${isOpen ? 'open' : 'folded'}; Path=/admin; SameSite=Lax${age}${secure}`
}
