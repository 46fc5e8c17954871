import { paths } from '@/lib/paths'

/** The folding sections of /admin, by the ids of their headings. */
export const FOLDS = ['availability', 'exceptions', 'recurring'] as const
export type Fold = (typeof FOLDS)[number]

const FOR_A_YEAR = 31_536_000

/** True for an open section, false for a folded one, null for one never opened or folded in this browser. */
export type Folds = Record<Fold, boolean | null>

/** The address of /admin with some sections open, for this visit alone. */
export const openPath = (folds: readonly Fold[]) => `${paths.admin}?open=${folds.join()}`

/**
 * Reads the sections' states from `?open=` of the address, and from the cookies ('name=value; …'), which
 * remember what an admin opened or folded by its heading. So the server can skip folded sections.
 */
export function readFolds(cookies: string, open: unknown): Folds {
  const found = new Map(
    [...cookies.matchAll(/(?:^|; )fold-(\w+)=(open|folded)/g)].map(([, id, fold]) => [id, fold === 'open']),
  )
  const named = readNamed(open)
  return Object.fromEntries(FOLDS.map((id) => [id, named.includes(id) || (found.get(id) ?? null)])) as Folds
}

const readNamed = (open: unknown) => (typeof open === 'string' ? open.split(',') : [])

/** Stores a section's state: for a year if `isChosen`, else until the browser closes. */
export function storeFold(id: Fold, isOpen: boolean, isChosen = true): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = isChosen ? `; Max-Age=${FOR_A_YEAR}` : ''
  document.cookie = `fold-${id}=${isOpen ? 'open' : 'folded'}; Path=/admin; SameSite=Lax${age}${secure}`
}

/** Names a section in the address, or removes it. Next follows `replaceState`, so a refresh reads the section. */
export function nameFold(id: Fold, isOpen: boolean): void {
  const params = new URLSearchParams(location.search)
  const others = readNamed(params.get('open') ?? undefined).filter((other) => other !== id)
  const named = isOpen ? [...others, id] : others
  if (named.length > 0) params.set('open', named.join())
  else params.delete('open')
  const query = String(params)
  history.replaceState(null, '', location.pathname + (query && `?${query}`) + location.hash)
}
