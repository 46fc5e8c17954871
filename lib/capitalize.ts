/** 'Created' becomes 'created'. */
export function uncapitalize(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** 'created' becomes 'Created'. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
