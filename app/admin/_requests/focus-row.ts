/** Focuses the name in a request's row. Returns whether there is one. */
export function focusRow(id: string): boolean {
  const name = document.querySelector<HTMLElement>(`tr[data-id="${id}"] td button:not([role])`)
  name?.focus()
  return name !== null
}
