/**
 * The query of a result, as it goes with a booking: its form alone. In a file of its own, because
 * the scripts of /booking need no more.
 */

/** The same as in `private.check_details` in the database, which knows nothing of the questions. */
const FIT = /^[a-z-]+=[a-z-]+(&[a-z-]+=[a-z-]+)*$/
const MAX_FIT = 200

/** A text that has the form of a result's query, or null. */
export function fitLike(text: string | null | undefined): string | null {
  return text && text.length <= MAX_FIT && FIT.test(text) ? text : null
}
