/** The other files of `lib/content` that differ: other prices, and a founder and a package more. */
const prices = (text: string, ...others: [price: string, amount: number][]) =>
  text.replace(/price: (?:'.*'|`.*`),\s+amount: [\d_]+/g, (own) => {
    const [price, amount] = others.shift() ?? []
    return price ? `price: '${price}', amount: ${amount}` : own
  })

const pilot = `{
    ...{ id: 'pilot', name: packageNames.pilot, price: '€3,000', amount: 3000, timeline: '1-2 weeks', weeks: [1, 2] },
    ...{ description: 'A try.', basis: null, features: ['a prototype'], meanings: { 'a prototype': 'to click' } },
    ...{ popular: false, highlight: 'The idea, to click.' },
  },`
const third = `{ sample: true, name: 'Words', title: 'Texts', bio: 'I write.', does: 'writes', profile: 'https://founder.example' },`

export const changes: Record<string, (text: string) => string> = {
  'packages.ts': (text) =>
    prices(text, ['€7,000', 7000], ['€22,000', 22_000], ['€40,000+', 40_000]).replace(
      /(?=\] satisfies P)/,
      pilot,
    ),
  'package-names.ts': (text) => text.replace(/(?= \} as const)/, `, pilot: 'Pilot'`),
  'start.ts': (text) => text.replace(/(?<=larger: \{)/, 'pilot: null,'),
  'support.ts': (text) =>
    prices(text, ['from €300/month', 300], ['from €2100/month', 2100], ['one-time €1200 excl. VAT', 1200]),
  'about.ts': (text) => text.replace(/(?=\] satisfies F)/, third),
}
