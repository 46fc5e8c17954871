import type { Page } from '@playwright/test'
import { JSDOM } from 'jsdom'
import type { Studio } from '../studio'
import { address, book, client, closeToasts, expect, expectLive, raiseCaps, row, test, toast } from './admin'
import { read } from './booking'
import { axeLooks, axeViolations, MONDAY, shareStudio } from './fixtures'
import { startMailedSite } from './mailed-site'
import { linkOf } from './manage'

shareStudio({ now: MONDAY })
// Each test closes dates, and counts all calls on closed dates.
test.beforeEach(({ studio }) => studio.startAfresh(raiseCaps))

const ASK = 'Ask them for another time'
const ASKS = 'Please choose another time'
const WHY = 'We are sorry: the whole studio is at a regatta.'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('alertdialog', { name })
const press = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

/** Books one call a date, and confirms all but the second. */
async function bookOn(studio: Studio, dates: string[], who: string) {
  const admin = await client(studio, studio.people.admin)
  const calls = []
  for (const [nth, date] of dates.entries()) {
    const name = `${who} ${String.fromCharCode(65 + nth)}`
    const { id } = await book(studio, { name, date, email: address(name) })
    if (nth !== 1) await admin.from('bookings').update({ status: 'confirmed' }).eq('id', id).throwOnError()
    calls.push({ id, name, date, link: linkOf(studio, id) })
  }
  return calls
}

/** Closes dates that have calls, and confirms the dialog that names the calls. */
async function close(page: Page, from: string, to: string) {
  const panel = page.getByRole('group', { name: /exceptions/i })
  await panel.getByLabel('From').fill(from)
  await panel.getByLabel('To (if more than one)').fill(to)
  await panel.getByRole('button', { name: 'Close dates' }).click()
  await press(page, from === to ? 'Close the date' : 'Close the dates')
}

const strip = (page: Page, words: string) =>
  page.getByRole('region', { name: 'News' }).getByRole('listitem').filter({ hasText: words })

/** The text of a booking's own page, read without scripts. */
async function readBookingPage(site: { url: string }, link: string) {
  const { text: html } = await read(site, link)
  const { document } = new JSDOM(html.replace(/<(script|svg)\b[^]*?<\/\1>/g, '')).window
  const main = document.querySelector('main')
  const free = [...(main?.querySelectorAll<HTMLInputElement>('#take-form input[name=time]') ?? [])]
  return {
    title: main?.querySelector('h1')?.textContent,
    words: main?.textContent ?? '',
    free: free.map(({ value }) => value),
  }
}
const titleOf = async (site: { url: string }, link: string) => (await readBookingPage(site, link)).title

test('a founder closes a week with calls and asks visitors for other times; they move, cancel or stay', async ({
  page,
  studio,
}) => {
  test.slow()
  const site = await startMailedSite(studio)
  const sendDue = async () => {
    await site.pass()
    await site.callOutbox() // may return the result of a round that an earlier press began
    await site.callOutbox()
  }
  const calls = await bookOn(studio, ['2026-12-07', '2026-12-08', '2026-12-08', '2026-12-11'], 'Regatta')
  const [kept, cancels, moves, silent] = calls
  if (!kept || !cancels || !moves || !silent) throw new Error('There are four calls.')
  const late = await book(studio, { name: 'Regatta Moved', date: '2026-12-10', nth: 3 })
  await sendDue()
  await site.callOutbox()
  await studio.sql('delete from private.outbox where not is_waiting')
  const mailsTo = (name: string) =>
    site.mailServer.received.filter(({ envelopeTo }) => envelopeTo.includes(address(name)))
  const asksTo = (name: string) =>
    mailsTo(name).filter(({ subject }) => subject === 'Another time for our call?')
  const expectTold = async ({ name }: { name: string }) => {
    await sendDue()
    expect(mailsTo(name).at(-1)?.subject).toContain('Your call stays when it was')
  }
  await page.goto(`${site.url}/admin?view=all`)

  await test.step('closing mails no visitor; the dialog states that, and disables its button for a moment', async () => {
    await close(page, '2026-12-07', '2026-12-11')
    const asking = dialog(page, 'Mon 7 Dec to Fri 11 Dec are closed')
    await expect(asking).toContainText('Nobody is told by that. 5 calls still stand there:')
    await expect(asking.getByRole('button', { name: 'Not now' })).toBeFocused()
    await expect(asking.getByRole('button', { name: ASK })).toBeEnabled()
    for (const { link } of [kept, moves]) expect(await titleOf(site, link)).toBe('Your call is confirmed')
    const proposed = await asking.getByRole('listitem').allTextContents()
    // After the call's own hours.
    const times = proposed.map((text) => text.slice(text.indexOf(' AM', text.indexOf('–'))))
    expect(new Set(times).size, 'different times for each').toBeGreaterThan(3)
  })
  await test.step('after “Not now” the strip counts the calls, and leads to the same dialog', async () => {
    await press(page, 'Not now')
    await closeToasts(page)
    await expect(strip(page, '5 calls stand on closed dates')).toBeVisible()
    await expect(row(page, 'Regatta A')).toContainText('This date is closed')
    await page.getByRole('button', { name: 'Ask for another time' }).click()
    await expect(dialog(page, '5 calls stand on closed dates')).toBeVisible()
  })
  await test.step('the founder reads which call a colleague moved meanwhile; an unticked visitor is not asked', async () => {
    const admin = await client(studio, studio.people.admin)
    await admin
      .rpc('move_booking', {
        ...{
          p_booking_id: late.id,
          p_seen: {
            status: 'pending',
            date: '2026-12-10',
            start_time: late.time_slots.start_time.slice(0, 5),
          },
        },
        ...{ p_date: '2026-12-15', p_start_time: '11:00', p_end_time: '11:30' },
      })
      .throwOnError()
    await page.getByLabel('What you say to them').fill(WHY)
    await page.getByRole('checkbox', { name: `Ask ${silent.name}` }).click()
    await press(page, ASK)
    const asked = dialog(page, '3 people are asked')
    await expect(asked).toContainText('Regatta Moved’s call was changed meanwhile, so we left them out.')
    await expect(asked.getByRole('list', { name: 'Who is asked' })).not.toContainText(silent.name)
    for (const { link } of [kept, moves]) expect(await titleOf(site, link)).toBe(ASKS)
  })
  await test.step('Undo mails no visitor, and all calls stay', async () => {
    await page.getByRole('button', { name: `Undo for ${kept.name}` }).click()
    await expect(dialog(page, '2 people are asked').getByRole('listitem').first()).toContainText('Not asked')
    expect(await titleOf(site, kept.link)).toBe('Your call is confirmed')
    await press(page, 'Undo all')
    await expect(dialog(page, 'Nobody is asked')).toBeVisible()
    await press(page, 'Done')
    await expect(page.getByText('3 people are asked for another time')).toHaveCount(0)
    await expect(strip(page, '4 calls stand on closed dates')).toBeVisible()
    expect(await titleOf(site, moves.link)).toBe('Your call is confirmed')
    await sendDue()
    for (const { name } of calls) expect(asksTo(name), name).toEqual([])
    await closeToasts(page)
  })
  await test.step('asked again, each visitor gets one mail, about their own call only', async () => {
    await page.getByRole('button', { name: 'Ask for another time' }).click()
    await expect(page.getByLabel('What you say to them'), 'the Undo gave it back').toHaveValue(WHY)
    await press(page, ASK)
    await expect(dialog(page, '4 people are asked')).toBeVisible()
    await press(page, 'Done')
    await expect(strip(page, 'on closed dates')).toHaveCount(0)
    await sendDue()
    for (const { name, id, link } of calls) {
      const [mail, ...more] = asksTo(name)
      expect(more).toEqual([])
      const text = mail?.text ?? ''
      expect(text).toContain(`Kia ora ${name},`)
      expect(text).toContain('This is about our call on')
      expect(text).toContain(WHY)
      expect(text).toContain(link)
      expect(text.match(/slot=/g)).toHaveLength(3)
      for (const other of calls) if (other.id !== id) expect(text).not.toContain(other.id)
    }
  })
  await test.step('each booking’s page asks for another time, proposes three, and promises the old one nowhere', async () => {
    for (const { link } of calls) {
      const { title, words, free } = await readBookingPage(site, link)
      expect(title).toBe(ASKS)
      expect(words).not.toMatch(/Where:|is held for you|We look forward|Your time stays yours/)
      expect(free).toHaveLength(3)
      const { text: file } = await read(site, `${link}/call.ics`)
      expect(file).toContain('STATUS:TENTATIVE')
    }
  })
  // tests/db/closed-week.test.ts covers a visitor who takes a proposed time, and the 48 hours without a reply.
  await test.step('one visitor moves the call and one cancels it', async () => {
    const admin = await client(studio, studio.people.admin)
    const visitor = await client(studio)
    const seen = async (id: string) => {
      const { data } = await admin
        .from('bookings')
        .select('calendar_sequence')
        .eq('id', id)
        .single()
        .throwOnError()
      return {
        ...{ p_site_key: studio.siteKey ?? '', p_link_version: 1 },
        ...{ p_id: id, p_seen_sequence: data.calendar_sequence },
      }
    }
    const { data: free } = await visitor
      .rpc('get_available_slots_for_date', { p_date: '2027-01-12' })
      .throwOnError()
    const to = { p_date: '2027-01-12', p_time_slot_id: free[0]?.id ?? '' }
    await visitor.rpc('move_managed_booking', { ...(await seen(moves.id)), ...to }).throwOnError()
    await visitor
      .rpc('cancel_managed_booking', { ...(await seen(cancels.id)), p_reason: 'We are away.' })
      .throwOnError()
    expect(await titleOf(site, moves.link)).toBe('We have your booking')
    expect(await titleOf(site, cancels.link)).toBe('This call is cancelled')
  })
  await test.step('the founder keeps one call: its visitor gets a mail, and no list asks about it', async () => {
    await page.goto(`${site.url}/admin/requests/${kept.id}`)
    const record = page.getByRole('main')
    await expect(record).toContainText('This date is closed')
    await record.getByRole('button', { name: 'Keep this time' }).click()
    await expect(toast(page, 'Success', 'The call stays when it was')).toBeVisible()
    await expect(record.getByRole('button', { name: 'Keep this time' })).toHaveCount(0)
    await expect(record.getByRole('list', { name: 'History' })).toContainText(
      'said that the call stays when it was',
    )
    await expectTold(kept)
    expect(await titleOf(site, kept.link)).toBe('Your call is confirmed')
  })
  await test.step('before the dates open again the founder reads who was asked, and keeps their times', async () => {
    await page.goto(`${site.url}/admin?date=2026-12-11`)
    const panel = page.getByRole('group', { name: /exceptions/i })
    await expect(panel.getByRole('list', { name: 'Calls on this closed date' })).toContainText(
      /Regatta D.*Asked/,
    )
    await panel.getByRole('button', { name: /^Open Mon 7 Dec .* again/ }).click()
    const question = dialog(page, 'Open Mon 7 Dec 2026 to Fri 11 Dec 2026 again?')
    await expect(question).toContainText('1 person was asked for another time and has not answered:')
    await expect(question).toContainText(silent.name)
    await expect(question.getByRole('button')).toHaveText(['Keep it closed', 'Open only', 'Keep their times'])
    await press(page, 'Keep their times')
    await expect(
      toast(page, 'Success', '5 dates opened successfully. 1 call stays when it was'),
    ).toBeVisible()
    expect(await titleOf(site, silent.link)).toBe('Your call is confirmed')
    await expectTold(silent)
  })
  await site.close()
})

test('without a mail server a visitor counts as asked once the founder has sent their text @full', async ({
  page,
  studio,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const calls = await bookOn(studio, ['2027-01-19', '2027-01-19'], 'Ferry')
  const [first, second] = calls
  if (!first || !second) throw new Error('There are two calls.')
  await page.setViewportSize({ width: 375, height: 812 })
  await page.goto('/admin?date=2027-01-19')
  await expectLive(page)

  await test.step('a second press where “Disable date” was asks no visitor', async () => {
    await page.getByRole('button', { name: 'Disable date' }).click()
    const yes = dialog(page, 'Disable Tue 19 Jan 2027?').getByRole('button', { name: 'Disable date' })
    await expect(yes).toBeEnabled()
    const box = await yes.boundingBox()
    await yes.dblclick()
    await expect(dialog(page, 'Tue 19 Jan 2027 is closed')).toBeVisible()
    if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await expect(dialog(page, 'Tue 19 Jan 2027 is closed')).toBeVisible()
    await expect(page.getByLabel('What you say to them')).toHaveValue(
      'We are sorry: we are away on Tuesday 19 January 2027.',
    )
  })
  await test.step('the dialog is accessible at each width', async () => {
    for (const { width, colorScheme } of axeLooks) {
      await page.setViewportSize({ width, height: 812 })
      await page.emulateMedia({ colorScheme })
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
      await expect(page.getByRole('alertdialog').getByRole('button', { name: ASK })).toBeInViewport({
        ratio: 1,
      })
      expect(await axeViolations(page, ['[role=alertdialog]'])).toEqual([])
    }
    await page.setViewportSize({ width: 375, height: 812 })
  })
  await test.step('each visitor has their own text; one whose text is not sent stays unasked', async () => {
    await page.getByRole('alertdialog').getByRole('button', { name: ASK }).click()
    const byHand = dialog(page, 'Ask 2 people for another time')
    await expect(byHand.getByRole('group', { name: `Text for ${first.name}` })).toContainText(first.link)
    await expect(byHand.getByRole('link', { name: 'Write an email' })).toHaveAttribute(
      'href',
      /^mailto:ferry-a@/,
    )
    await byHand.getByRole('button', { name: 'Copy text' }).click()
    const text = await page.evaluate(() => navigator.clipboard.readText())
    expect(text).toContain(`Kia ora ${first.name},`)
    expect(await titleOf(studio, first.link)).toBe('Your call is confirmed')
    await byHand.getByRole('button', { name: 'Sent', exact: true }).click()
    await expect(byHand.getByRole('group', { name: `Text for ${second.name}` })).toBeVisible()
    await expect(byHand.getByRole('listitem').first()).toContainText('Asked')
    expect(await titleOf(studio, first.link)).toBe(ASKS)
    expect(await axeViolations(page, ['[role=alertdialog]'])).toEqual([])
    await press(page, 'Later')
    await expect(strip(page, '1 call stands on a closed date')).toBeVisible()
    await closeToasts(page)
  })
  await test.step('the visitor of a kept call still needs a text', async () => {
    await page.goto(`/admin/requests/${first.id}`)
    await page.getByRole('button', { name: 'Keep this time' }).click()
    await expect(page.getByRole('button', { name: `Told ${first.name}` })).toBeVisible()
    expect(await titleOf(studio, first.link)).toBe('Your call is confirmed')
  })
})
