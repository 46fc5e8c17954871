import { about, type Founder } from '../content/about'
import { faq } from '../content/faq'
import { isLeast, packages, type Priced } from '../content/packages'
import { support } from '../content/support'
import { type PageKey, pages } from '../content/pages'
import { place } from '../content/place'
import { site, studio } from '../content/studio'
import { owner } from '../content/owner'

const organisationId = `${site.url}/#studio`

function offer({ name, price, amount }: Priced) {
  const isMonthly = price.endsWith('/month')
  return {
    '@type': 'Offer',
    name,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      ...(isLeast(price) ? { minPrice: amount } : { price: amount }),
      priceCurrency: place.currency,
      valueAddedTaxIncluded: isMonthly && !owner.supportTax.excluded,
      ...(isMonthly && { unitCode: 'MON' }),
    },
  }
}

const organisation = {
  '@type': ['Organization', 'ProfessionalService'],
  '@id': organisationId,
  name: site.name,
  url: `${site.url}/`,
  email: site.email,
  description: pages.home.description,
  slogan: studio.tagline,
  foundingDate: studio.founded,
  image: `${site.url}/og/home`,
  logo: `${site.url}/icons/512.png`,
  address: { '@type': 'PostalAddress', addressLocality: place.city, addressCountry: place.country.code },
  areaServed: place.country.code,
  sameAs: [site.linkedin],
  makesOffer: [...packages.items, ...support.plans].map(offer),
}

function breadcrumbs(key: PageKey) {
  const trail = key === 'home' ? [pages.home] : [pages.home, pages[key]]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.url + path,
    })),
  }
}

/** schema.org Persons, without founders that are samples. */
export function personsOf(founders: Founder[]) {
  return founders.filter(({ sample }) => !sample).map(personOf)
}

function personOf({ name, title, profile }: Founder) {
  return {
    '@type': 'Person',
    name,
    jobTitle: title,
    worksFor: { '@id': organisationId, '@type': 'Organization', name: site.name },
    sameAs: [profile],
  }
}

const pageGraphs = {
  home: [
    organisation,
    {
      '@type': 'WebSite',
      '@id': `${site.url}/#website`,
      name: site.name,
      url: `${site.url}/`,
      inLanguage: place.locale,
      publisher: { '@id': organisationId },
    },
    {
      '@type': 'FAQPage',
      mainEntity: faq.items.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ],
  about: personsOf(about.founders),
  booking: [],
  start: [],
} satisfies Record<PageKey, object[]>

export function structuredData(key: PageKey) {
  return { '@context': 'https://schema.org', '@graph': [...pageGraphs[key], breadcrumbs(key)] }
}
