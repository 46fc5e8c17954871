/** '' for a file or a missing field. */
export function postedText(form: FormData, field: string): string {
  const value = form.get(field)
  return typeof value === 'string' ? value : ''
}

export function postedFields<Field extends string>(form: FormData, fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, postedText(form, field)])) as Record<Field, string>
}

/** Any other value becomes an empty form; only a forged post sends one. */
export function postedForm(posted: unknown): FormData {
  return posted instanceof FormData ? posted : new FormData()
}
