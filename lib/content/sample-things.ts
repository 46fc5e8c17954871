import { place } from './place'
import { listSamples } from './samples'

export interface SampleThing {
  page: string
  name: string
  /** As `listSamples` writes them, without the folder: 'home.ts: hero.product (Tideline)'. */
  places: string[]
}

/** The first thing with the beginning of a sample's place takes it. */
const things: [page: string, name: string, ...places: string[]][] = [
  ['Home', 'The picture in the hero', 'home.ts: hero.product'],
  ['Home', 'The products', 'portfolio.ts: portfolio.items'],
  ['Home', 'The answers to common questions', 'faq.ts'],
  ['Home', 'The tools that you work with', 'tools.ts'],
  ['About', 'The founders: names, portraits, sentences', 'about.ts: about.founders'],
  ['About', 'The rest of the page, and its title', 'about.ts', 'pages.ts: pages.about'],
  ['The five questions', 'Questions, answers and results', 'start.ts'],
  ['Offers and letters', 'Your firm, as it stands in an offer', 'offer.ts: party'],
  ['Offers and letters', 'Your terms', 'offer.ts: offerTerms'],
  ['Offers and letters', 'The texts of your replies', 'replies.ts'],
  [
    'Offers and letters',
    `${place.tax.name}, and the first day on which a project can start`,
    'owner.ts',
    'place.ts',
  ],
  ['Every page', 'Name, address and email of the studio', 'studio.ts'],
  ['Every page', 'The links in the footer', 'navigation.ts'],
]

/** A sample without a name is a thing of its own. */
export function listSampleThings(samples = listSamples()): SampleThing[] {
  const left = new Set(samples.map((sample) => sample.replace('lib/content/', '')))
  const take = (beginnings: string[]) => {
    const places = [...left].filter((place) => beginnings.some((beginning) => place.startsWith(beginning)))
    for (const place of places) left.delete(place)
    return places
  }
  const named = things.map(([page, name, ...beginnings]) => ({ page, name, places: take(beginnings) }))
  const others = [...left].map((place) => ({ page: 'Other', name: place, places: [place] }))
  return [...named.filter(({ places }) => places.length > 0), ...others]
}
