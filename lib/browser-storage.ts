type Place = 'sessionStorage' | 'localStorage'

/**
 * Reads a text from `sessionStorage` (this tab) or `localStorage` (all tabs). Null without a text or without
 * storage.
 */
export function readStorage(place: Place, key: string): string | null {
  try {
    return globalThis[place].getItem(key)
  } catch {
    return null
  }
}

/** Removes everything this tab stores. */
export function clearTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Without storage there is nothing to remove.
  }
}

/** Stores a text under a key; null removes it. Does nothing when storage is full or not available. */
export function writeStorage(place: Place, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[place].removeItem(key)
    else globalThis[place].setItem(key, text)
  } catch {
    // The page works without it.
  }
}
