type Place = 'sessionStorage' | 'localStorage'

/**
 * Reads a text from `sessionStorage` (this tab) or `localStorage` (all tabs). Returns null if there is no
 * text or no storage.
 */
export function readStorage(place: Place, key: string): string | null {
  try {
    return globalThis[place].getItem(key)
  } catch {
    return null
  }
}

/** Removes all texts in this tab's `sessionStorage`. */
export function clearTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Without storage there is nothing to remove.
  }
}

/**
 * Stores a text under a key; a null text removes the key. Does nothing if storage is full or not available.
 */
export function writeStorage(place: Place, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[place].removeItem(key)
    else globalThis[place].setItem(key, text)
  } catch {
    // The page works without storage.
  }
}
