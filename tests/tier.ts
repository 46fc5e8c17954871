const named = process.env.TIER ?? 'quick'
const found = (['quick', 'full', 'all'] as const).find((tier) => tier === named)
if (!found) throw new Error(`TIER is quick, full or all, not ${named}.`)

/**
 * Which tests run, by the variable TIER: the `quick` ones of `npm test`, what only `npm run test:full`
 * has (tagged `full`), or `all`.
 */
export const tier = found
