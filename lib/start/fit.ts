/**
 * The format of a result's query, as bookings store it. It is a file of its own, because the scripts of
 * /booking need no more.
 */

/** The same as in `private.check_details` in the database, which does not know the questions. */
const FIT = /^[a-z-]+=[a-z-]+(&[a-z-]+=[a-z-]+)*$/
const MAX_FIT = 200

/** Returns a text in the format of a result's query, or null. */
export function fitLike(text: string | null | undefined): string | null {
  return text && text.length <= MAX_FIT && FIT.test(text) ? text : null
}
