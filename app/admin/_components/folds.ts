/** How a section was left in this browser; null if it was never opened or folded there. */
export type Fold = 'open' | 'folded' | null

const CHANGED = 'folds-changed'
const FOR_A_YEAR = 31_536_000
/** Not on paper, which is as narrow. As in admin.css. */
const PHONE = 'screen and (width < 48rem)'

/**
 * Reads it from cookies ('name=value; …'): the server has to know it, or the page would be shown open
 * first.
 */
export function readFold(cookies: string, id: string): Fold {
  const value = cookies
    .split('; ')
    .find((cookie) => cookie.startsWith(`fold-${id}=`))
    ?.split('=')[1]
  return value === 'open' || value === 'folded' ? value : null
}

/** Stores how a section is left. */
export function storeFold(id: string, fold: NonNullable<Fold>): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `fold-${id}=${fold}; Path=/admin; Max-Age=${FOR_A_YEAR}; SameSite=Lax${secure}`
  dispatchEvent(new Event(CHANGED))
}

export function listenToFolds(onChange: () => void) {
  addEventListener(CHANGED, onChange)
  return () => removeEventListener(CHANGED, onChange)
}

export const isOnPhone = () => matchMedia(PHONE).matches

export function listenToWidth(onChange: () => void) {
  const phone = matchMedia(PHONE)
  phone.addEventListener('change', onChange)
  return () => phone.removeEventListener('change', onChange)
}
