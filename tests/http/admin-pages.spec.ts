import { JSDOM } from 'jsdom'
import type { APIRequestContext } from '@playwright/test'
import { book, client, inquire } from '../e2e/admin'
import { makeOffer } from '../e2e/offers'
import { raiseCaps } from '../studio'
import { adminTest as test, expect, MONDAY, shareStudio } from './fixtures'

shareStudio({ now: MONDAY })

const documentOf = async (request: APIRequestContext, path: string) =>
  new JSDOM(await (await request.get(path)).text()).window.document
/** The text of a page's `main`. */
const read = async (request: APIRequestContext, path: string) =>
  (await documentOf(request, path)).querySelector('main')?.textContent ?? ''

test('an empty list says why it is empty: no request yet, none in the tab, none found', async ({
  request,
  studio,
}) => {
  expect(await read(request, '/admin')).toContain('No records found')
  await inquire(studio, { name: 'First Fetu' })
  const empty = {
    '/admin?q=nobody': 'No records match your search',
    '/admin?status=archived': 'No records match your search',
    '/admin?view=past': 'No requests hereA call comes here after its day.',
  }
  for (const [path, text] of Object.entries(empty)) {
    expect(await read(request, path)).toContain(text)
    expect(await read(request, path)).not.toContain('of 0')
  }
})

test('a heading of the list sorts it before the page’s scripts run, and keeps tab and search', async ({
  request,
  studio,
}) => {
  await inquire(studio, { name: 'Zoe Early' })
  await inquire(studio, { name: 'Ana Early' })
  let path = '/admin?view=all&q=Early'
  const press = async (heading: string) => {
    const links = [...(await documentOf(request, path)).querySelectorAll<HTMLAnchorElement>('th a')]
    path = `/admin${links.find((link) => link.textContent === heading)?.getAttribute('href')}`
    const rows = (await documentOf(request, path)).querySelectorAll('tbody tr[data-type] a')
    return [...rows].map(({ textContent }) => textContent)
  }
  expect(await press('Name')).toEqual(['Ana Early', 'Zoe Early'])
  expect(await press('Name')).toEqual(['Zoe Early', 'Ana Early'])
  expect(path).toBe('/admin?view=all&q=Early&sort=-name')
})

test('the availability is open until the first request, then as the address says; hours have a page', async ({
  request,
  studio,
}) => {
  await studio.startAfresh(raiseCaps)
  const open = async (path: string) => {
    const page = await documentOf(request, path)
    return [...page.querySelectorAll('main h2 a[aria-expanded=true]')].map(({ id }) => id)
  }
  expect(await open('/admin')).toEqual(['availability', 'exceptions', 'recurring'])
  expect(await open('/admin?open='), 'closed by hand').toEqual([])
  await inquire(studio, { name: 'First Fetu' })
  expect(await open('/admin')).toEqual([])
  expect(await open('/admin?open=recurring,nothing')).toEqual(['recurring'])

  const list = await documentOf(request, '/admin')
  const links = [...list.querySelectorAll('nav[aria-label=Admin] a')]
  expect(links.find(({ textContent }) => textContent === 'Hours')?.getAttribute('href')).toBe('/admin/hours')
  const hours = await documentOf(request, '/admin/hours')
  const days = [...hours.querySelectorAll('h3')].map(({ textContent }) => textContent)
  expect(days, 'it begins at the first bookable day').toContain('Tuesday 24 November 2026')
  const text = hours.querySelector('main')?.textContent
  expect(text).toContain('Mon–Fri, 60 times a week.')
  expect(text).toContain('The first that visitors can take is Tue 24 Nov, 9:00 AM.')
  expect(hours.querySelector('main details[open]')).toBeNull()
  expect(await open('/admin/hours')).toEqual([])
  const added = await documentOf(request, '/admin/hours?open=availability#availability')
  expect(added.querySelector('main details[open] h2')?.textContent).toBe('Add Availability')
})

test('a request’s page keeps its person and its verbs, whichever other part cannot be read', async ({
  request,
  studio,
}) => {
  const { id } = await book(studio, { name: 'Whole Whetu', date: '2026-12-17' })
  const parts = {
    'GET /rest/v1/request_notes': 'The notes could not be read.',
    'GET /rest/v1/request_events': 'The history could not be read.',
    'rpc/list_automatic_mails': 'The history could not be read.',
    'rpc/list_replies': 'The letters could not be read.',
    'rpc/list_person': 'Their other requests could not be read.',
    'rpc/list_admins': 'Who answers could not be read.',
    'rpc/get_settings': 'The location could not be read.',
    'rpc/get_calls_to_tell': 'Whether they know how the call stands could not be read.',
    'rpc/get_late_calls': 'The next to answer could not be read.',
    'rpc/list_busy': 'The founders’ calendars could not be read.',
    'rpc/get_link_version': '',
    'rpc/count_views': '',
    'GET /rest/v1/inquiries': '',
  }
  try {
    for (const [path, sentence] of Object.entries(parts)) {
      studio.proxy.set('500', path)
      const page = await documentOf(request, `/admin/requests/${id}`)
      const text = page.querySelector('main')?.textContent
      expect(text, path).toContain('Whole Whetu')
      expect(text, path).toContain('Confirm mails nobody: you tell them next.')
      expect(text?.split('could not be read').length, path).toBe(sentence ? 2 : 1)
      expect(text, path).toContain(sentence && `${sentence}Retry`)
    }
  } finally {
    studio.proxy.set('none')
  }
})

test('a request that cannot be read is not called missing: the page names the table', async ({
  request,
  studio,
}) => {
  const { id: call } = await book(studio, { name: 'Table Tama', date: '2026-12-18' })
  const { id: message } = await inquire(studio, { name: 'Table Tui' })
  const none = '00000000-0000-4000-8000-00000000abcd'
  const [bookings, inquiries] = ['Failed to fetch bookings', 'Failed to fetch inquiries']
  const cases = [
    ['/bookings?', call, bookings],
    ['/bookings?', message, 'Table Tui'],
    ['/inquiries?', message, inquiries],
    ['/inquiries?', call, 'Table Tama'],
    ['/inquiries?', none, inquiries],
    ['', none, 'Failed to load admin data.'],
  ] as const
  try {
    for (const [path, id, text] of cases) {
      studio.proxy.set('500', `GET /rest/v1${path}`)
      expect(await read(request, `/admin/requests/${id}`), path + id).toContain(text)
    }
  } finally {
    studio.proxy.set('none')
  }
})

test('one failed read takes no other part of the hours, settings, offers or ‘Not told yet’', async ({
  request,
  studio,
}) => {
  const { requestId } = await makeOffer(studio, 'Part Pania')
  const cases = [
    ['rpc/count_views', '/admin/hours', 'Close dates'],
    ['GET /rest/v1/closed_dates', '/admin/hours', 'Manage Recurring Availability'],
    ['rpc/count_views', '/admin/settings', 'Hours of notice'],
    ['rpc/list_admins', '/admin/settings', 'The admins could not be read.'],
    ['rpc/list_calendars', '/admin/settings', 'The calendars could not be read.'],
    ['rpc/count_views', '/admin/offers', 'Part Pania'],
    ['rpc/count_views', `/admin/offers/${requestId}`, 'Offer to Part Pania'],
    ['rpc/count_views', '/admin/untold', 'Requests'],
    ['rpc/get_calls_to_tell', '/admin/untold', 'Who is not told could not be read.'],
  ] as const
  try {
    for (const [path, page, text] of cases) {
      studio.proxy.set('500', path)
      expect(await read(request, page), path + page).toContain(text)
    }
  } finally {
    studio.proxy.set('none')
  }
})

test('an admin who opens the URL of a missing request, or a cut URL, gets the missing page', async ({
  request,
  studio,
}) => {
  const notice = 'NEXT_HTTP_ERROR_FALLBACK;404' // a script renders the sentence
  const read = async (id: string) => (await request.get(`/admin/requests/${id}`)).text()
  for (const id of ['00000000-0000-4000-8000-00000000abcd', '00000000-0000'])
    expect(await read(id), id).toContain(notice)
  const { id } = await book(studio, { name: 'Still Here', date: '2026-12-21' })
  expect(await read(id)).toContain('Still Here')
  expect(await read(id)).not.toContain(notice)
})

/** An admin page, and the selector of the CSS rule that outlines its amber button. */
async function readPage(request: APIRequestContext, path: string) {
  const { document } = new JSDOM(await (await request.get(path)).text()).window
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  const texts = await Promise.all(sheets.map(async ({ href }) => (await request.get(href)).text()))
  const [, before = '', selector = '', rule = ''] =
    texts.map((css) => /^(.*?)(main:has\([^{}]*\) \.gives-way)\{([^{}]*)/s.exec(css)).find(Boolean) ?? []
  expect(rule).toContain('background-color:#0000')
  // In a layer it would not replace the button's own colours.
  expect(before.split('{').length, 'the rule is in no layer').toBe(before.split('}').length)
  const shown = (wanted: string) =>
    [...document.querySelectorAll(wanted)].filter((element) => !element.matches('details:not([open]) *'))
  const names = (buttons: Element[]) => buttons.map((button) => button.ariaLabel ?? button.textContent)
  const outlined = () => shown(selector)
  return {
    document,
    outlined: () => names(outlined()),
    amber: () => names(shown('main .button.bg-primary').filter((button) => !outlined().includes(button))),
  }
}

test('a page of 1.0.0 that is still open finds the untold and the free times at their old addresses', async ({
  request,
}) => {
  const times = await request.get('/admin/read/free-times?date=2026-12-22')
  expect(await times.json()).toContainEqual(expect.objectContaining({ start_time: expect.any(String) }))
  const told = await request.get('/admin/told')
  expect(new URL(told.url()).pathname).toBe('/admin/untold')
  expect(told.status()).toBe(200)
})

test('each page of the admin arrives with one amber button at most', async ({ request, studio }) => {
  const { id } = await book(studio, { name: 'Amber Aroha', date: '2026-12-22' })
  const amber = async (path: string) => (await readPage(request, path)).amber()
  expect(await amber('/admin')).toEqual(['Next to answer'])
  expect(await amber(`/admin/requests/${id}`)).toEqual(['Confirm'])
  expect(await amber(`/admin/offers/${id}`), 'an offer that cannot be sent yet').toEqual([])
  for (const page of ['/admin/hours', '/admin/settings', '/admin/offers', '/admin/untold'])
    expect(await amber(page)).toEqual([])

  const admin = await client(studio, studio.people.admin)
  const { requestId } = await makeOffer(studio, 'Amber Ari', {}, false)
  const sent = await readPage(request, `/admin/offers/${requestId}`)
  expect(sent.amber(), 'the letter that nobody has sent').toEqual(['Write an email'])
  sent.document.querySelector('main details:has(form[aria-label="The offer"])')?.setAttribute('open', '')
  expect(sent.amber(), 'the next version, once it is open').toEqual(['Send version 2'])

  const { data: draft } = await admin.from('offers').select('draft').eq('request_id', requestId).single()
  await admin
    .rpc('save_offer_draft', { p_request_id: id, p_draft: draft?.draft ?? null, p_seen_revision: 0 })
    .throwOnError()
  expect(await amber(`/admin/offers/${id}`), 'a complete draft').toEqual(['Send version 1'])
})

test('‘Next to answer’ is outlined while a changed form shows its Save, and amber again when it is folded', async ({
  request,
  studio,
}) => {
  await book(studio, { name: 'Yielding Yara', date: '2026-12-23' })
  const { document, amber, outlined } = await readPage(request, '/admin')
  document.querySelector('main')?.insertAdjacentHTML('beforeend', '<details></details>')
  expect(outlined()).toEqual([])
  const form = document.querySelector('main details')
  form?.insertAdjacentHTML('beforeend', '<button data-changed>Save</button>')
  form?.setAttribute('open', '')
  expect(outlined()).toEqual(['Next to answer'])
  expect(amber()).toEqual([])
  form?.removeAttribute('open')
  expect(outlined()).toEqual([])
  expect(amber()).toEqual(['Next to answer'])
})

test('the news says once, and only under a public name, that visitors can read the samples', async ({
  request,
}) => {
  const news = async (host?: string) => {
    const response = await request.get('/admin', { headers: host ? { host } : {} })
    const { document } = new JSDOM(await response.text()).window
    const lines = [...document.querySelectorAll('section[aria-label=News] li')]
    return lines.find(({ textContent }) => textContent.includes('samples'))
  }
  expect(await news()).toBeUndefined()
  const line = await news('studio.example')
  expect(line?.textContent).toBe('Visitors can now read 14 samplesSee them')
  expect(await news('studio.example'), 'until somebody presses').toBeDefined()
  const hidden = [...(line?.querySelectorAll<HTMLInputElement>('form input[type=hidden]') ?? [])]
  const response = await request.post('/admin', {
    multipart: Object.fromEntries(hidden.map(({ name, value }) => [name, value])),
    headers: { host: 'studio.example', origin: 'http://studio.example' },
    maxRedirects: 0,
  })
  expect(response.headers().location).toMatch(/\/admin\/settings#samples$/)
  expect(await news('studio.example')).toBeUndefined()
})

test('an admin reads that nothing can be booked, and why', async ({ request, studio }) => {
  const admin = await client(studio, studio.people.admin)
  /** Its text with the scripts' data, because React may send a sentence after the button that follows it. */
  const readAdmin = async () => (await documentOf(request, '/admin')).documentElement.textContent
  expect(await readAdmin()).not.toContain('Nobody can book')
  await admin
    .from('recurring_availability')
    .update({ is_available: false })
    .gte('day_of_week', 0)
    .throwOnError()
  const off = await readAdmin()
  expect(off).toContain('Nobody can book: every time in the next 14 days is switched off.')
  expect(off).toContain('Enable times')
  await admin.from('recurring_availability').delete().gte('day_of_week', 0).throwOnError()
  const none = await readAdmin()
  expect(none).toContain('Nobody can book: no times are set in the next 14 days.')
  expect(none).toContain('Add availability')

  const date = '2026-11-30'
  const { data: slots } = await admin
    .from('time_slots')
    .select('id')
    .order('start_time')
    .limit(2)
    .throwOnError()
  const times = slots.map(({ id }) => ({ date, time_slot_id: id, is_available: true }))
  await admin.from('availability').insert(times).throwOnError()
  await book(studio, { name: 'Scarce Sefa', date })
  expect(await readAdmin()).toContain('Only 1 time can be booked in the next 14 days (1 taken).')
  await book(studio, { name: 'Scarce Sina', date })
  expect(await readAdmin()).toContain('Nobody can book: every time in the next 14 days is taken.')
})
