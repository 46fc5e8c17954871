/** Focuses the name in a request's row. Returns true if the row exists. */
export function focusRow(id: string): boolean {
  const name = document.querySelector<HTMLElement>(`tr[data-id="${id}"] td a`)
  name?.focus()
  return name !== null
}
