/** Focuses the name in a request's row. Returns whether there is one. */
export function focusRow(id: string): boolean {
  const name = document.querySelector<HTMLElement>(`tr[data-id="${id}"] td a`)
  name?.focus()
  return name !== null
}
