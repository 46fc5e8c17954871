type Place = 'sessionStorage' | 'localStorage'

/** The text stored under a key, for this tab (`sessionStorage`) or for every tab (`localStorage`); null without one, or with storage switched off. */
export function readStorage(place: Place, key: string): string | null {
  try {
    return globalThis[place].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text under a key, or removes it with null. Does nothing where there is no room or storage is switched off. */
export function writeStorage(place: Place, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[place].removeItem(key)
    else globalThis[place].setItem(key, text)
  } catch {
    // The page works without it.
  }
}
