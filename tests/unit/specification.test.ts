import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SiteFooter } from '@/components/site/site-footer'
import { notFoundPage } from '@/lib/content/not-found'
import { closing, hero, howWeWork, reasons, services } from '@/lib/content/home'
import { footer } from '@/lib/content/navigation'
import { sectionLinks } from '@/lib/content/sections'
import { packages } from '@/lib/content/packages'
import { place, priceNote } from '@/lib/content/place'
import { portfolio } from '@/lib/content/portfolio'
import { studio } from '@/lib/content/studio'
import { support } from '@/lib/content/support'
import { tools } from '@/lib/content/tools'
import { statusTones } from '@/lib/requests/request'
import { specification as fixed } from '../specification'

test('packages and plans have the agreed names, prices, weeks and contents', () => {
  expect(packages.items).toMatchObject(fixed.packages)
  expect(packages.items.map(({ popular }) => popular)).toEqual([false, false, false])
  expect(support.plans).toMatchObject(fixed.support)
  expect(priceNote).toBe(fixed.priceNote)
})

test('the landing page has the agreed titles, buttons and lists', () => {
  expect(studio).toMatchObject(fixed.studio)
  expect(place).toMatchObject(fixed.place)
  expect(hero).toMatchObject({ tagline: fixed.studio.tagline, ...fixed.hero })
  expect(tools.title).toBe(fixed.tools)
  expect(services.items.map(({ name }) => name)).toEqual(fixed.services)
  expect(reasons.title).toBe(fixed.reasons)
  expect(reasons.items).toHaveLength(6)
  expect(portfolio.title).toBe(fixed.portfolio)
  expect(portfolio.items).toHaveLength(3)
  expect(howWeWork.title).toBe(fixed.howWeWork.title)
  expect(howWeWork.steps.map(({ name }) => name)).toEqual(fixed.howWeWork.steps)
  expect(closing).toMatchObject(fixed.closing)
  expect(notFoundPage).toMatchObject(fixed.notFound)
})

test('the header and the footer have the agreed links', () => {
  expect(sectionLinks.map(({ label, section }) => `${label} ${section}`)).toEqual(fixed.header)
  const columns = [footer.contact, ...footer.columns]
  expect(columns.map(({ title, items }) => [title, ...items.map(({ label }) => label)])).toEqual(fixed.footer)
  expect(renderToStaticMarkup(SiteFooter())).toContain(fixed.responseTime)
  expect(footer.comingSoon).toEqual(fixed.comingSoon)
})

test('each status has the agreed colour', () => {
  expect(statusTones).toEqual(fixed.statuses)
})
