/**
 * Each is 'yes' or ''. `opened`: the mailed link has opened a session in this browser. `needsCode`: the form
 * asks for a code. `lost`: the last try got no response.
 */
export const HIDDEN = ['opened', 'needsCode', 'lost'] as const
export type HiddenField = (typeof HIDDEN)[number]
