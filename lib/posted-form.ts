/** A text field of a posted form. A file and a missing field become ''. */
export function postedText(form: FormData, field: string): string {
  const value = form.get(field)
  return typeof value === 'string' ? value : ''
}

/**
 * What was posted to a form's action; an empty form when it is not a form, which only a crafted
 * post sends.
 */
export function postedForm(posted: unknown): FormData {
  return posted instanceof FormData ? posted : new FormData()
}
