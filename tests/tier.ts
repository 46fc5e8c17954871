const named = process.env.TIER ?? 'quick'
const found = (['quick', 'full', 'all'] as const).find((tier) => tier === named)
if (!found) throw new Error(`TIER is quick, full or all, not ${named}.`)

/**
 * The tests to run, from the variable TIER: `quick` (those of `npm test`), `full` (those tagged `full`,
 * of `npm run test:full`), or `all`.
 */
export const tier = found
