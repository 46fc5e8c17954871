import { JSDOM } from 'jsdom'
import type { Studio } from '../studio'
import { address, book, client } from './admin'
import { read } from './booking'
import { axeLooks, axeViolations, expect, MONDAY, shareStudio, test } from './fixtures'
import { linkOf } from './manage'
import { postForm, readForm } from '../native-form'

shareStudio({ now: MONDAY })

const ASKS = 'Please choose another time'

type Admin = Awaited<ReturnType<typeof client>>

/** The text of a page, without its scripts. */
function partsOf(html: string) {
  const { document } = new JSDOM(html.replace(/<(script|svg)\b[^]*?<\/\1>/g, '')).window
  const main = document.querySelector('main')
  return {
    title: main?.querySelector('h1')?.textContent,
    words: main?.textContent ?? '',
    links: [...(main?.querySelectorAll('a') ?? [])].map(({ textContent }) => textContent?.trim()),
    free: [...(main?.querySelectorAll<HTMLInputElement>('#take-form input[name=time]') ?? [])].map(
      ({ value }) => value,
    ),
  }
}
const look = async (site: { url: string }, path: string) => partsOf((await read(site, path)).text)

/** Books the three times of each of these dates, and confirms every second call. */
async function bookOn(studio: Studio, admin: Admin, dates: string[], who: string) {
  const calls: { id: string; name: string; status: string; date: string }[] = []
  for (const date of dates)
    for (const nth of [0, 1, 2]) {
      const name = `${who} ${String.fromCharCode(65 + calls.length)}`
      const { id } = await book(studio, { name, date, email: address(name) })
      const status = nth === 1 ? 'pending' : 'confirmed'
      if (status === 'confirmed')
        await admin.from('bookings').update({ status: 'confirmed' }).eq('id', id).throwOnError()
      calls.push({ id, name, status, date })
    }
  return calls
}

/** Those of the calls that 'Not yet told' lists. */
async function listed(admin: Admin, calls: { id: string }[]) {
  const { data } = await admin.rpc('get_calls_to_tell').throwOnError()
  const toTell = data as unknown as { id: string; state: object; revision: number }[]
  return toTell.filter(({ id }) => calls.some((call) => call.id === id))
}

/** The turn and its reason for each request with this name in the admin's list, and the counts. */
async function listOf(admin: Admin, who: string) {
  const { data: counted } = await admin.rpc('count_views').throwOnError()
  const counts = counted as Record<string, number>
  const { data: rows } = await admin
    .from('admin_requests')
    .select('id, turn_reason, ours_from, over_from')
    .like('name', `%${who}%`)
    .throwOnError()
    .overrideTypes<
      { id: string; turn_reason: string; ours_from: string; over_from: string }[],
      { merge: false }
    >()
  const now = Date.parse(MONDAY) + 3_600_000 // the studio's clock also runs while other files use it
  const isBy = (moment: string) => moment !== 'infinity' && Date.parse(moment) <= now
  const turns = Object.fromEntries(
    rows.map(({ id, turn_reason, ours_from, over_from }) => [
      id,
      `${isBy(over_from) ? 'nobody' : isBy(ours_from) ? 'ours' : 'theirs'}: ${turn_reason}`,
    ]),
  )
  return { turns, closed: counts.closed }
}

/** Posts a form of a booking's page, as a browser without JavaScript does. */
async function post(site: { url: string }, link: string, entries: Record<string, string>) {
  const { fields } = await readForm(site.url + link)
  return partsOf((await postForm(site.url + link, fields, Object.entries(entries))).html)
}

test('after a closed date one visitor moves, one cancels, one does nothing; each page is right @full', async ({
  page,
  studio,
}) => {
  const admin = await client(studio, studio.people.admin)
  const calls = await bookOn(studio, admin, ['2026-12-01', '2026-12-02'], 'Regatta')
  await admin.rpc('close_dates', { p_from: '2026-12-01', p_to: '2026-12-02', p_reason: 'Regatta' })
  const [stays, asks, moves, cancels, opened] = calls.map((call) => ({
    ...call,
    link: linkOf(studio, call.id),
  }))
  if (!stays || !asks || !moves || !cancels || !opened) throw new Error('There are six calls.')

  await test.step('calls on a closed date stand until their visitors know', async () => {
    expect(await look(studio, stays.link)).toMatchObject({ title: 'Your call is confirmed' })
    expect((await listOf(admin, 'Regatta')).closed).toBe(0)
  })
  await test.step('once the visitors know, it is their turn, and ‘Not yet told’ is empty', async () => {
    const toTell = await listed(admin, calls)
    expect(toTell).toHaveLength(6)
    const seen = Object.fromEntries(toTell.map(({ id, state }) => [id, state]))
    await admin
      .rpc('set_known', { p_booking_ids: calls.map(({ id }) => id), p_seen: seen as never })
      .throwOnError()
    expect(await listed(admin, calls)).toEqual([])
    const { turns, closed } = await listOf(admin, 'Regatta')
    expect(turns).toEqual(Object.fromEntries(calls.map(({ id }) => [id, 'theirs: closed'])))
    expect(closed).toBe(6)
  })
  await test.step('each page asks for another time, offers free ones, and nowhere promises the call', async () => {
    for (const { link } of [stays, asks]) {
      const { title, words, links, free } = await look(studio, link)
      expect(title).toBe(ASKS)
      expect(words).toContain('We are closed on the day of your call')
      expect(words).toContain('Needs another time')
      expect(words).not.toMatch(/Where:|is held for you|We look forward|button to join|Your time stays yours/)
      expect(links.join(' ')).not.toMatch(/calendar|Join/)
      expect(free[0]).toMatch(/^2026-12-03 09:00/)
      const { text: file } = await read(studio, `${link}/call.ics`)
      expect(file).toContain('STATUS:TENTATIVE')
      expect(file).not.toContain('LOCATION')
    }
  })

  await test.step('the page has no axe violation at each width, and fits with large text', async () => {
    await page.goto(stays.link)
    for (const { width, colorScheme } of axeLooks) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(tooWide, `${width} px`).toBeLessThanOrEqual(0)
      if (width > 375 && !process.env.SOAK) continue
      expect((await axeViolations(page)).map((found) => `${found.id} ${found.nodes[0]?.html}`)).toEqual([])
    }
    await page.setViewportSize({ width: 375, height: 800 })
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  })
  await test.step('a visitor who moves in a browser is asked nothing more; the call needs a confirmation', async () => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto(moves.link)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(ASKS)
    await page.getByRole('radio', { name: /^Thu 3 Dec 9:00 am/ }).check()
    await page.getByRole('button', { name: 'Take this time' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Your call is moved' })).toBeFocused()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your call is moved')
    await expect(page.getByText('Add to your calendar')).toBeVisible()
    await expect(page.getByText('Needs another time')).toHaveCount(0)
  })
  await test.step('a visitor who cancels reads so', async () => {
    expect(await post(studio, cancels.link, { intent: 'cancel', reason: '' })).toMatchObject({
      title: 'Your call is cancelled',
    })
  })
  await test.step('after the date reopens, the page is the usual one', async () => {
    await admin.rpc('reopen_dates', { p_from: opened.date, p_to: opened.date }).throwOnError()
    const { title, words } = await look(studio, opened.link)
    expect(title).toBe(opened.status === 'pending' ? 'We have your booking' : 'Your call is confirmed')
    expect(words).toContain('Add to your calendar')
  })
  await test.step('the admin reads who moved, which calls are settled, and whose answer we expect', async () => {
    const { turns, closed } = await listOf(admin, 'Regatta')
    expect(turns[moves.id]).toBe('ours: moved')
    expect(turns[cancels.id]).toBe('nobody: cancelled')
    expect(turns[stays.id]).toBe('theirs: closed')
    // The moved call, the cancelled one, and the three calls of the reopened date.
    expect(closed).toBe(6 - 1 - 3)
  })
})

test('a visitor who moved off a closed date, or cancelled, sees each usual form once @full', async ({
  page,
  studio,
}) => {
  const admin = await client(studio, studio.people.admin)
  const calls = await bookOn(studio, admin, ['2026-12-08'], 'Ferry')
  await admin.rpc('close_dates', { p_from: '2026-12-08', p_to: '2026-12-08', p_reason: 'Ferry' })
  const seen = Object.fromEntries((await listed(admin, calls)).map(({ id, state }) => [id, state]))
  await admin
    .rpc('set_known', { p_booking_ids: calls.map(({ id }) => id), p_seen: seen as never })
    .throwOnError()
  const [moves, cancels] = calls.map(({ id }) => linkOf(studio, id))
  const form = page.getByRole('main').locator('summary', { hasText: 'Move it to another time' })
  const sheet = page.getByRole('region', { name: 'The call' })

  await page.goto(moves ?? '')
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Take this time' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your call is moved')
  await expect(form).toHaveCount(1)
  await expect(sheet).toHaveCount(1)

  await page.goto(cancels ?? '')
  await page.getByText('Cancel the call', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Cancel the call' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your call is cancelled')
  await expect(form, 'nothing to move').toHaveCount(0)
  await expect(sheet).toHaveCount(1)
})
