/**
 * The story of a second studio, in Lisbon. another-studio.test.ts copies this file to tests/http of a copy of the
 * checkout with that studio's content, builds the site there, and runs it.
 */
import { randomBytes } from 'node:crypto'
import ICAL from 'ical.js'
import { JSDOM } from 'jsdom'
import { hashToken } from '@/lib/calendar-feed/token'
import { about } from '@/lib/content/about'
import { packages } from '@/lib/content/packages'
import { client } from '../e2e/admin'
import { makeOffer } from '../e2e/offers'
import { adminTest as test, expect, shareStudio } from '../http/fixtures'
import { book, callOutbox, mailServer, pass, setStatus, site, useMailedSite } from '../http/mailed'
import { postForm, readForm } from '../native-form'

shareStudio()
useMailedSite(test)

/** Words of the studio that this site was made for. */
const foreign = /\b(?:New Zealand|NZ|NZ[SD]T|NZD|NZBN|Wellington|Auckland|GST|Kia ora|Ngā mihi)\b|\$/g
/** A text without addresses and ids, with the foreign words in it. */
const foreignWords = (text: string) =>
  text.replace(/\S+@\S+|https?:\/\/\S+|[\da-f]{8}-[\da-f-]{27}/g, '').match(foreign) ?? []

/** What a person and a search engine read of a page: its texts, with those in attributes, and its JSON-LD. */
function wordsOf(html: string): string {
  const { document } = new JSDOM(html).window
  for (const one of document.querySelectorAll('script:not([type="application/ld+json"]), style')) one.remove()
  const attributes = ['content', 'alt', 'title', 'aria-label', 'placeholder', 'value']
  const words = [...document.querySelectorAll(':not([type=hidden])')].flatMap((element) =>
    attributes.map((name) => element.getAttribute(name)),
  )
  return [document.documentElement.textContent, ...words].join('\n')
}

const lisbonClock = (instant: Date) =>
  instant.toLocaleString('sv-SE', { timeZone: 'Europe/Lisbon', dateStyle: 'short', timeStyle: 'short' })

test('pages, mails, offers, calendars and export are those of a studio in Lisbon, to the minute and the cent', async ({
  studio,
  request,
}) => {
  const read: Record<string, string> = {}
  const open = async (path: string, name = path) => {
    const response = await fetch(site.url + path)
    expect(response.status, name).toBe(path === '/nowhere' ? 404 : 200)
    return (read[name] = wordsOf(await response.text()))
  }

  await test.step('the site counts days as its database does', async () => {
    const health = await fetch(`${site.url}/api/health`)
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'ok' }])
  })

  await test.step('the public pages have the prices, the founders and the packages of Lisbon', async () => {
    const answers = 'who=people&first=few-things&pay=outside&ai=later&have=prototype&after=updates'
    for (const path of ['/about', '/start', '/booking', '/login', '/nowhere']) await open(path)
    const home = await open('/')
    for (const { name, price } of packages.items)
      for (const words of [name, price]) expect(home).toContain(words)
    expect(packages.items).toHaveLength(4)
    for (const { bio } of about.founders) expect(read['/about']).toContain(bio)
    for (const words of [
      'EUR, excl. VAT',
      '"price":22000,"priceCurrency":"EUR"',
      '"minPrice":40000,"priceCurrency":"EUR"',
      '"addressCountry":"PT"',
      '"inLanguage":"en-PT"',
    ])
      expect(home).toContain(words)
    expect(read['/booking']).toContain('Times are shown in Lisbon time and in yours.')
    expect(await open(`/start?${answers}`, 'the result')).toContain(
      'In Portugal: €22,000 + €5,060 VAT = €27,060.',
    )
  })

  const email = 'ana@example.com'
  const { id } = await book(studio, email)
  const admin = await client(studio, studio.people.admin)

  await test.step('mails and calendar files have the time on the clock of Lisbon', async () => {
    const times = 'date, time_slots (start_time, end_time)'
    const { data: call } = await admin.from('bookings').select(times).eq('id', id).single().throwOnError()
    const [start, end] = [call.time_slots.start_time.slice(0, 5), call.time_slots.end_time.slice(0, 5)]
    const mails = () => mailServer.received.filter(({ envelopeTo }) => envelopeTo.includes(email))
    await expect.poll(() => mails().length, 'the booking’s own request sends the first').toBe(1)
    await setStatus(studio, id, 'confirmed')
    await pass(studio, 2)
    await callOutbox()
    await expect.poll(() => mails().length).toBe(2)
    const mail = mails().at(-1)
    expect(mail?.text).toMatch(/^Olá,$/m)
    expect(mail?.text).toMatch(new RegExp(`, ${start} to ${end} WES?T \\(Lisbon time\\)`))
    const file =
      mail?.attachments.find(({ filename }) => filename === 'strategy-call.ics')?.content.toString() ?? ''
    const token = randomBytes(32).toString('base64url')
    await admin.rpc('set_calendar_feed', { p_token_sha256: hashToken(token) ?? undefined }).throwOnError()
    const feed = await (await fetch(`${site.url}/calendar/${token}/calls.ics`)).text()
    for (const [name, calendar] of Object.entries({ invitation: file, feed })) {
      read[name] = calendar
      const event = new ICAL.Component(ICAL.parse(calendar)).getFirstSubcomponent('vevent')
      const begins = event?.getFirstPropertyValue('dtstart') as ICAL.Time
      expect(lisbonClock(begins.toJSDate()), name).toBe(`${call.date} ${start}`)
    }
  })

  await test.step('an offer with VAT is read and accepted, and its mail has the sums to the cent', async () => {
    const fay = await makeOffer(studio, 'Fay', { lines: [{ text: 'Growth', amount: '€22,000' }] })
    read.offer = fay.text
    expect(fay.text).toContain('= €27,060.00  The whole price, in euros')
    expect(fay.text).toContain('   €5,060.00  VAT, 23%')
    expect(await open(fay.path, 'the offer')).toContain('€27,060incl. VAT')
    const { fields } = await readForm(site.url + fay.path)
    const entries = { intent: 'accept', agree: 'yes', name: 'Fay', email: fay.email }
    const accepted = await postForm(site.url + fay.path, fields, Object.entries(entries))
    expect(wordsOf(accepted.html)).toContain('You have accepted this offer')
    await pass(studio, 2)
    await callOutbox()
    const mails = () =>
      mailServer.received.filter(({ subject }) => subject?.startsWith('Accepted: your offer'))
    await expect.poll(() => mails().length).toBe(1)
    expect(mails()[0]?.text).toContain('€13,530.00 incl. VAT (€11,000.00 + €2,530.00 VAT)')
    await open(fay.path, 'the accepted offer')
  })

  await test.step('the admin’s pages and the export', async () => {
    for (const path of [
      '/admin',
      '/admin/hours',
      '/admin/offers',
      '/admin/settings',
      `/admin/requests/${id}`,
    ])
      read[path] = wordsOf(await (await request.get(path)).text())
    read.export = await (await request.get('/admin/export/requests.csv')).text()
    expect(read.export).toContain(email)
  })

  for (const [at, mail] of mailServer.received.entries())
    read[`mail ${at}`] = `${mail.subject}\n${mail.text}\n${mail.html}`
  for (const [name, text] of Object.entries(read)) {
    expect.soft(foreignWords(text), name).toEqual([])
    // The sample product in the hero has times of its own.
    if (name !== '/') expect.soft(text, `${name}: a clock of 24 hours`).not.toMatch(/\d [ap]m\b/)
  }
})
