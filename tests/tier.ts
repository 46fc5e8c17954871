const named = process.env.TIER ?? 'quick'
const found = (['quick', 'full', 'all'] as const).find((tier) => tier === named)
if (!found) throw new Error(`TIER is quick, full or all, not ${named}.`)

/**
 * Which tests run, from the variable TIER: `quick` (as in `npm test`), `full` (those with the tag
 * `full`, as in `npm run test:full`) or `all`.
 */
export const tier = found
