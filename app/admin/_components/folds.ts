/** The sections of the page that can be folded, by the ids of their headings. */
export const FOLDS = ['availability', 'exceptions', 'recurring'] as const
export type Fold = (typeof FOLDS)[number]

const FOR_A_YEAR = 31_536_000

/** Whether each section was left open; null for one that was never opened or folded here. */
export type Folds = Record<Fold, boolean | null>

/** Reads them from cookies ('name=value; …'): the server has to know, since what is folded is not read. */
export function readFolds(cookies: string): Folds {
  const found = new Map(
    [...cookies.matchAll(/(?:^|; )fold-(\w+)=(open|folded)/g)].map(([, id, fold]) => [id, fold === 'open']),
  )
  return Object.fromEntries(FOLDS.map((id) => [id, found.get(id) ?? null])) as Folds
}

/** Stores how a section is left; without `isChosen`, until the browser is closed. */
export function storeFold(id: Fold, isOpen: boolean, isChosen = true): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = isChosen ? `; Max-Age=${FOR_A_YEAR}` : ''
  document.cookie = `fold-${id}=${isOpen ? 'open' : 'folded'}; Path=/admin; SameSite=Lax${age}${secure}`
}
