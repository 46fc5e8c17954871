/** What was posted to a form's action; an empty form when it is none, which only a crafted post does. */
export function postedForm(posted: unknown): FormData {
  return posted instanceof FormData ? posted : new FormData()
}
