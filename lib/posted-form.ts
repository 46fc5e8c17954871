/** Reads a text field of a posted form. A file and a missing field become ''. */
export function postedText(form: FormData, field: string): string {
  const value = form.get(field)
  return typeof value === 'string' ? value : ''
}

/**
 * Returns the form posted to an action. Any other value, which only a forged post sends, becomes an empty
 * form.
 */
export function postedForm(posted: unknown): FormData {
  return posted instanceof FormData ? posted : new FormData()
}
