type Place = 'sessionStorage' | 'localStorage'

/** Null if there is no text or no storage. `sessionStorage` belongs to one tab, `localStorage` to all. */
export function readStorage(place: Place, key: string): string | null {
  try {
    return globalThis[place].getItem(key)
  } catch {
    return null
  }
}

export function clearTab(): void {
  try {
    sessionStorage.clear()
  } catch {}
}

/** A null text removes the key. Does nothing if storage is full or not available. */
export function writeStorage(place: Place, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[place].removeItem(key)
    else globalThis[place].setItem(key, text)
  } catch {
    // The page works without storage.
  }
}
