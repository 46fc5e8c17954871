/** A file of its own, because the browser scripts of /booking need only this. */

/** The same as in `private.check_details` in the database, which does not know the questions. */
const FIT = /^[a-z-]+=[a-z-]+(&[a-z-]+=[a-z-]+)*$/
const MAX_FIT = 200

/** The text if it has the format of a result's query; else null. */
export function fitLike(text: string | null | undefined): string | null {
  return text && text.length <= MAX_FIT && FIT.test(text) ? text : null
}
