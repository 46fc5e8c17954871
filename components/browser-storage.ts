type Place = 'sessionStorage' | 'localStorage'

/** What the browser keeps under a key, for this tab or for all of the site's; null when there is nothing, or storage is switched off. */
export function readStored(place: Place, key: string): string | null {
  try {
    return globalThis[place].getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text, or with null drops it. Where there is no room, or storage is switched off, only the page itself has it. */
export function keep(place: Place, key: string, text: string | null): void {
  try {
    if (text === null) globalThis[place].removeItem(key)
    else globalThis[place].setItem(key, text)
  } catch {
    // Nothing is kept.
  }
}
