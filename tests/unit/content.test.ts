import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { JSDOM } from 'jsdom'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Faq } from '@/app/(site)/_components/faq'
import { Hero } from '@/app/(site)/_components/hero'
import { InWriting } from '@/app/(site)/_components/in-writing'
import { Packages } from '@/app/(site)/_components/packages'
import { FounderEntry } from '@/app/(site)/about/_components/founder-entry'
import { Samples } from '@/app/admin/settings/_components/samples'
import { SiteFooter } from '@/components/site/site-footer'
import { place } from '@/lib/content/place'
import { about, type Founder } from '@/lib/content/about'
import { faq } from '@/lib/content/faq'
import { closing, hero, type HeroProduct, howWeWork, inWriting, reasons, services } from '@/lib/content/home'
import { footer } from '@/lib/content/navigation'
import { clauses, offerTerms } from '@/lib/content/offer'
import { packageNames } from '@/lib/content/package-names'
import { basisLine, isLeast, meaningOf, packages } from '@/lib/content/packages'
import { support } from '@/lib/content/support'
import { pages } from '@/lib/content/pages'
import { portfolio } from '@/lib/content/portfolio'
import { listSampleThings } from '@/lib/content/sample-things'
import { findSamples, listSamples } from '@/lib/content/samples'
import { site, studio } from '@/lib/content/studio'
import { personsOf, structuredData } from '@/lib/http/structured-data'
import { tools } from '@/lib/content/tools'

describe('facts in two places agree', () => {
  test('every feature of a package has a meaning in plain words, and there is no other meaning', () => {
    for (const { name, features, meanings } of packages.items) {
      expect(Object.keys(meanings), name).toEqual(features)
      for (const feature of features) expect(meaningOf(feature)).toBe(meanings[feature])
    }
    expect(() => meaningOf('an app in an app store')).toThrow('No package')
  })

  test('every package in the booking form is for sale, and the database accepts its id', () => {
    expect(packages.items.map(({ id }) => id)).toEqual(Object.keys(packageNames))
    // The pattern is the one of private.check_details, at most 40 characters.
    for (const { id } of packages.items) expect(id).toMatch(/^(?=.{1,40}$)[a-z0-9]+(-[a-z0-9]+)*$/)
  })

  test('the amounts and weeks that the site computes with are those that it prints', () => {
    const digits = (text: string) => text.replace(/[^\d-]/g, '')
    for (const { name, price, amount } of [...packages.items, ...support.plans])
      expect(String(amount), name).toBe(price.replace(/\D/g, ''))
    for (const { timeline, weeks } of packages.items) expect(weeks.join('-'), timeline).toBe(digits(timeline))
  })

  test('the FAQ names the weeks of each package and the price of each support plan', () => {
    const answers = JSON.stringify(faq)
    for (const { name, timeline } of packages.items)
      expect(answers, name).toMatch(new RegExp(`${name} (takes )?${timeline.replace(/[+ ].*/, '')}`))
    for (const { name, price } of support.plans)
      expect(answers, name).toContain(/\d[\d.,]*/.exec(price)?.[0] ?? '-')
  })
})

describe('words that made visitors stumble', () => {
  const sentences = readdirSync('lib/content').flatMap((file) =>
    readFileSync(`lib/content/${file}`, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => !/^(\/\*|\*|\/\/)/.test(line))
      .map((line) => `${file}: ${line}`),
  )

  test('the pages promise a launch in some weeks, and a package keeps that promise', () => {
    for (const text of [hero.lead, pages.home.description]) {
      expect(text).toContain(studio.promise)
      expect(text).not.toContain('Starter')
    }
    expect(packages.items[0]?.weeks[1]).toBeLessThan(Number(/\d+/.exec(studio.promise)?.[0]))
  })

  test.each([
    ['two meanings of “two sides”, and of “we”', /with two sides|\bour own team|and we look after|for us'/i],
    ['a “fixed” price that may rise', /Three fixed packages|so is the price/],
    [
      'names for the free call',
      /first conversation|first call|title: `Book a free strategy|'Book (a call|again)'/,
    ],
    ['“anybody” beside “anyone”', /\b(any|every)body[ ,.;?]/i],
    ['unnatural English', /in it\?|Yes, in it|only comes with|no offer, and|taken by now|is to be done/],
    [
      'more unnatural English',
      /differently now|like it still|that we write to you at|Asked before|sent to choose|hang together/,
    ],
    [
      'coldness',
      /as much as we take|as many changes as|falls over|database does not accept|expecting you, and/,
    ],
    ['“SHA-256” without an explanation', /'SHA-256( of this text:)?'/],
    ['an open question about the offer', /does not say yet/],
  ])('no page has %s', (_, stumbled) => {
    expect(sentences.filter((line) => stumbled.test(line))).toEqual([])
  })
})

test('the landing page names the basis of each package, and each button links to its package', () => {
  const html = renderToStaticMarkup(Packages({ children: null }))
  for (const item of packages.items) {
    expect(html).toContain(`href="/booking?package=${item.id}"`)
    if (item.basis) expect(html).toContain(`>${basisLine(item)}<`)
  }
})

test('the hero shows the product that home.ts names, drawn with its words or as a picture', () => {
  const shipped = hero.product
  const show = (screen: HeroProduct['screen']) => {
    hero.product = { name: 'Milk Round', screen }
    return renderToStaticMarkup(Hero())
  }
  try {
    const phone = { title: 'One herd', facts: { Gate: 'South' }, action: 'Open the gate' }
    const drawn = show({ title: 'Milking times', tides: ['Dawn', 'Dusk'], lessons: { Herd: '5:00' }, phone })
    for (const words of ['Milking times', 'Dawn', 'Dusk', 'Herd', 'One herd', 'South', 'Open the gate'])
      expect(drawn).toContain(`${words}<`)
    const pictured = show({ picture: '/portfolio/milk.avif' })
    expect(pictured).toContain('<img src="/portfolio/milk.avif"')
    for (const html of [drawn, pictured]) {
      expect(html.match(/Milk Round/g), 'on the product and below it').toHaveLength(2)
      expect(html).not.toMatch(/sample|Longboard/i)
    }
  } finally {
    hero.product = shipped
  }
})

test('the landing page prints the default terms of every offer, word for word', () => {
  const { textContent: printed } = new JSDOM(renderToStaticMarkup(InWriting())).window.document.body
  for (const name of ['acceptance', 'invoices', 'lateness', 'mending', 'ownership'] as const)
    expect(printed, name).toContain(clauses[name])
  for (const { text, percent } of offerTerms.payments) expect(printed).toContain(`${percent}% ${text}`)
  for (const question of Object.values(inWriting.questions)) expect(printed).toContain(question)
})

test('each tool that the landing page names has its logo in tools.svg', () => {
  const drawing = readFileSync('public/tools.svg', 'utf8')
  for (const { slug } of tools.marks) expect(drawing).toContain(`<symbol id="${slug}"`)
  expect(drawing.match(/<symbol/g)).toHaveLength(tools.marks.length)
})

describe('the data for search engines', () => {
  const graph = (page: keyof typeof pages) => structuredData(page)['@graph'] as Record<string, unknown>[]

  test('the data for search engines have the prices on the page, without tax', () => {
    const { makesOffer } = graph('home')[0] as { makesOffer: { priceSpecification: object }[] }
    expect(makesOffer.map(({ priceSpecification }) => priceSpecification)).toMatchObject(
      [...packages.items, ...support.plans].map(({ price, amount }) => ({
        [isLeast(price) ? 'minPrice' : 'price']: amount,
        priceCurrency: place.currency,
        valueAddedTaxIncluded: false,
        ...(price.endsWith('/month') && { unitCode: 'MON' }),
      })),
    )
  })

  test('the data for search engines have each page’s breadcrumbs; the share pictures’ sentences are short', () => {
    for (const [key, { path, share }] of Object.entries(pages)) {
      const trail = graph(key as keyof typeof pages).at(-1) as { itemListElement: { item: string }[] }
      expect(trail.itemListElement.at(-1)?.item.endsWith(path)).toBe(true)
      expect(share.length).toBeLessThan(60)
    }
  })
})

describe('samples', () => {
  test('findSamples finds sample content at any depth', () => {
    expect(
      findSamples({ a: { sample: true, name: 'A' }, b: [{ sample: true }, { sample: false }] }, 'x'),
    ).toEqual(['x.a (A)', 'x.b[0]'])
  })

  test('the list of samples covers every content file that has samples', () => {
    const marked = readdirSync('lib/content').filter((file) =>
      /^ *sample: true/m.test(readFileSync(`lib/content/${file}`, 'utf8')),
    )
    const listed = listSamples().map((line) => /content\/([^:]+):/.exec(line)?.[1])
    expect(new Set(listed)).toEqual(new Set(marked))
  })

  test('the list of samples has every text that names the sample’s town', () => {
    const namesPlace = (value: unknown, path: string): string[] => {
      if (typeof value === 'string') return /south coast/i.test(value.replaceAll(site.name, '')) ? [path] : []
      return Object.entries(value ?? {}).flatMap(([key, child]) => namesPlace(child, `${path}.${key}`))
    }
    const content = { about, closing, faq, footer, hero, howWeWork, packages, pages, reasons, services }
    const listed = listSamples().map((line) => line.replace(/^.*?: | \(.*$/g, ''))
    const left = Object.entries(content)
      .flatMap(([name, value]) => namesPlace(value, name))
      .filter((path) => !listed.some((sample) => path.startsWith(`${sample}.`)))
    expect(left).toEqual([])
  })

  test('each sample has a name and a page, and a new one is not lost', () => {
    const shipped = listSampleThings()
    expect(shipped.filter(({ page }) => page === 'Other')).toEqual([])
    expect(shipped.flatMap(({ places }) => places)).toHaveLength(listSamples().length)
    expect(listSampleThings(['lib/content/support.ts: support', 'lib/content/tools.ts: tools'])).toEqual([
      { page: 'Home', name: 'The tools that you work with', places: ['tools.ts: tools'] },
      { page: 'Other', name: 'support.ts: support', places: ['support.ts: support'] },
    ])
  })

  test('the admin lists the samples by page, and shows no list without samples', () => {
    const [about] = listSampleThings(['lib/content/about.ts: about', 'lib/content/pages.ts: pages.about'])
    const shown = renderToStaticMarkup(Samples({ samples: about ? [about] : [] }))
    expect(shown).toContain('1 left: visitors read it as yours')
    expect(shown).toMatch(/About.*The rest of the page, and its title.*about\.ts, pages\.ts/)
    expect(renderToStaticMarkup(Samples({ samples: [] }))).toBe('')
  })

  test.each([
    ['the studio’s name and address', site, SiteFooter],
    ['the FAQ', faq, Faq],
    ['the terms', offerTerms, InWriting],
  ])('samples lose their mark at %s with `sample: true` in the content file', (_, content, Part) => {
    const { sample } = content
    const shown = (mark: true | undefined) => {
      content.sample = mark
      return renderToStaticMarkup(Part())
    }
    try {
      expect(shown(true), 'a sample').toContain('Sample ')
      expect(shown(undefined), 'real content').not.toContain('Sample ')
    } finally {
      content.sample = sample
    }
  })

  test('an owner reads on /about and in `npm run samples` where to put the founders’ names', () => {
    const listed = execFileSync('npm', ['run', '--silent', 'samples'], { encoding: 'utf8' })
    for (const [index, founder] of about.founders.entries()) {
      const line = `lib/content/about.ts: about.founders[${index}] (${founder.name})`
      expect(listed.includes(line), line).toBe(founder.sample === true)
      const shown = renderToStaticMarkup(FounderEntry({ founder: { ...founder, sample: true }, index }))
      for (const part of [founder.name, founder.bio]) expect(shown).toContain(part)
      expect(shown).toContain('Link coming soon')
      expect(shown).not.toContain('href')
    }
  })

  test('/about shows a real founder with a photograph and a link, or an island until there is a picture', () => {
    const sample = about.founders[0] as Founder
    const real = { ...sample, sample: undefined, name: 'Ana Ngata', photograph: '/founders/ana.avif' }
    const shown = renderToStaticMarkup(FounderEntry({ founder: real, index: 0 }))
    expect(shown).toMatch(/<img[^>]* src="\/founders\/ana.avif"[^>]*width="480" height="600"/)
    expect(shown).toMatch(new RegExp(`<h3>Ana Ngata</h3>.*<a href="${real.profile}"[^>]*>Profile`))
    const half = renderToStaticMarkup(FounderEntry({ founder: { ...real, photograph: undefined }, index: 0 }))
    expect(half).toMatch(/<svg.*<h3>Ana Ngata<\/h3>/)
  })

  test('search engines get the profiles of real founders only, not of samples', () => {
    for (const founder of about.founders) {
      expect(personsOf([{ ...founder, sample: true }])).toEqual([])
      expect(personsOf([{ ...founder, sample: undefined }])).toMatchObject([{ sameAs: [founder.profile] }])
    }
  })

  test('each product of the portfolio has pictures below 40 KB', () => {
    for (const file of portfolio.items.flatMap(({ image, phoneImage }) => [image, phoneImage ?? []].flat())) {
      expect(readFileSync(`public${file}`).length, file).toBeLessThan(40_000)
    }
  })
})
