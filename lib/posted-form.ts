/** Reads a text field of a posted form. A file and a missing field become ''. */
export function postedText(form: FormData, field: string): string {
  const value = form.get(field)
  return typeof value === 'string' ? value : ''
}

/** Reads these text fields of a posted form, as {@link postedText} does. */
export function postedFields<Field extends string>(form: FormData, fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, postedText(form, field)])) as Record<Field, string>
}

/**
 * Returns the form posted to an action. Any other value, which only a forged post sends, becomes an empty
 * form.
 */
export function postedForm(posted: unknown): FormData {
  return posted instanceof FormData ? posted : new FormData()
}
