import { JSDOM } from 'jsdom'
import type { Locator, Page } from '@playwright/test'
import { place, placeTime } from '@/lib/content/place'
import { site } from '@/lib/content/studio'
import { proposalPath } from '@/lib/requests/replies'
import { postForm, readForm } from '../native-form'
import type { Studio } from '../studio'
import {
  address,
  book,
  client,
  expect,
  expectLive,
  inquire,
  chooseVerb,
  openRequest,
  requestPage,
  row,
  test,
  toast,
} from './admin'
import { axeLooks, axeViolations, MONDAY, shareStudio } from './fixtures'
import { linkOf } from './manage'

shareStudio({ now: MONDAY })

/** Counts a person's presses without Tab. */
function keyboard(page: Page) {
  let presses = 0
  return {
    async press(target: Locator, key = 'Enter') {
      for (let tabs = 0; tabs < 120; tabs++) {
        if (await target.evaluate((element) => element === document.activeElement)) break
        await page.keyboard.press('Tab')
      }
      await expect(target).toBeFocused()
      await page.keyboard.press(key)
      presses++
    },
    presses: () => presses,
  }
}

const kind = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Verbs' }).getByRole('button', { name, exact: true })
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' })
const sent = (page: Page) => page.getByRole('group', { name: 'Sent?' })
const yes = (page: Page) => sent(page).getByRole('button', { name: 'Yes, it went out' })
const mailLink = (page: Page) => page.getByRole('link', { name: 'Open in mail program' })

const TAKEN = 'That time is no longer free'
const htmlOf = async (url: string) => (await fetch(url)).text()

/** The chosen times in a page's HTML, and the links to others in place of a taken one. */
async function readProposedTimes(url: string) {
  const { document } = new JSDOM(await htmlOf(url)).window
  const chosen = [...document.querySelectorAll('input[type=radio][checked]')]
  const taken = [...document.querySelectorAll('[role=status]')].filter(({ textContent }) =>
    textContent.includes(TAKEN),
  )
  return {
    chosen: chosen.map((radio) => radio.getAttribute('value') ?? ''),
    instead: taken.flatMap((status) => [...status.querySelectorAll('a')].map(({ href }) => href)),
  }
}

/** The text for the mail program. */
async function draftIn(page: Page) {
  const { pathname, searchParams } = new URL((await mailLink(page).getAttribute('href')) ?? '')
  return { to: pathname, subject: searchParams.get('subject'), body: searchParams.get('body') ?? '' }
}

/** Books a proposed time as another visitor. The site reads the free times again within seconds. */
async function takeTime(studio: Studio, link: string) {
  const { date, slot } = Object.fromEntries(new URL(link).searchParams)
  await studio.sql(`
    insert into public.bookings (name, email, date, time_slot_id) values ('Fast Fia', 'fast@example.org', '${date}', '${slot}')`)
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 720 } })

  test('by keyboard an admin confirms a booking with a letter in at most 5 presses', async ({
    page,
    studio,
  }) => {
    const { id } = await book(studio, { name: 'Quick Quinn', date: '2026-12-15', message: 'A shop for kelp' })
    await page.goto('/admin?view=to_answer&q=quick')
    await expectLive(page)
    const { press, presses } = keyboard(page)
    await press(row(page, 'Quick Quinn').getByRole('link', { name: 'Quick Quinn', exact: true }))
    await press(page.getByRole('button', { name: 'More', exact: true }))
    await press(page.getByRole('menuitem', { name: 'Confirm with a letter' }))
    await expect(text(page)).toHaveValue(
      new RegExp(`Tuesday 15 December 2026, 9:00 am.*\\(${placeTime}\\)\nWhere`),
    )
    const draft = await draftIn(page)
    expect(draft.to).toBe(address('Quick Quinn'))
    expect(draft.body).toContain(site.url + linkOf(studio, id))
    expect(draft.body).toMatch(/You wrote:\r\n> A shop for kelp$/)
    const written = 'Hello Quinn, see you then.'
    await text(page).fill(written)
    await press(mailLink(page))
    await press(yes(page))
    expect(presses()).toBeLessThanOrEqual(5)
    await expect(toast(page, 'Success', /^Answer to .* noted$/)).toBeVisible()
    const dialog = requestPage(page)
    await expect(dialog).toContainText('confirmed')

    await test.step('Undo makes the booking pending without an assignee, and restores the text', async () => {
      await kind(page, 'Propose other times').click()
      await text(page).fill('Another time?')
      await toast(page, 'Success', /^Answer to .* noted$/)
        .getByRole('button', { name: 'Undo' })
        .click()
      await expect(dialog).toContainText('pending')
      await expect(dialog.getByLabel('Who answers')).toHaveValue('')
      await expect(kind(page, 'Confirm')).toBeVisible()
      await expect(text(page)).toHaveValue('Another time?')
      await chooseVerb(page, 'Confirm with a letter')
      await expect(dialog, 'beside that of another kind').toContainText(
        /Another time\?\s*Hello Quinn, see you/,
      )
      await expect(dialog.getByRole('list', { name: 'History' })).toContainText('took a reply back')
    })
  })

  test('by keyboard an admin answers a message with three proposed times in at most 7 presses @full', async ({
    page,
    studio,
  }) => {
    await inquire(studio, { name: 'Three Thea', message: 'Ā'.repeat(5_000) })
    await page.goto('/admin?view=to_answer&q=thea')
    await expectLive(page)
    const { press, presses } = keyboard(page)
    await press(row(page, 'Three Thea').getByRole('link', { name: 'Three Thea', exact: true }))
    await press(kind(page, 'Propose other times'), 'Space')
    const third = page.getByRole('combobox', { name: 'Time 3' })
    await expect(third).not.toHaveValue('')
    const { body } = await draftIn(page)
    const given = body.match(/http\S+/g) ?? []
    expect(given).toHaveLength(3)
    for (const link of given) expect(link.startsWith(`${site.url}/booking?`), link).toBe(true)
    const links = given.map((link) => link.replace(site.url, studio.url))
    expect((await mailLink(page).getAttribute('href'))?.length).toBeLessThanOrEqual(1_900)
    expect(body).toMatch(/\[…\]$/)
    await press(mailLink(page))
    await expect(yes(page)).toBeVisible()

    await test.step('an edited text keeps the edits after the choice of another time', async () => {
      await text(page).press('Control+End')
      await text(page).pressSequentially(' PS')
      await third.selectOption('')
      await expect(text(page)).toHaveValue(/PS$/)
      expect(
        (await text(page).inputValue()).match(new RegExp(`${place.zoneNames.summer}$`, 'gm')),
      ).toHaveLength(2)
      expect((await draftIn(page)).body.match(/http\S+/g)).toHaveLength(2)
    })
    await test.step('the reply form has no axe violation at any width', async () => {
      for (const { width, colorScheme } of axeLooks) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(tooWide, `${width} px`).toBeLessThanOrEqual(0)
        if (width > 375 && !process.env.SOAK) continue
        const violations = await axeViolations(page, ['main'])
        expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
      }
    })

    await press(yes(page))
    expect(presses()).toBeLessThanOrEqual(7)
    await expect(requestPage(page)).toContainText('replied')
    const [first = '', second = ''] = links
    await test.step('a link opens with its time chosen; if it is taken by then, the page offers three others', async () => {
      const { date, slot } = Object.fromEntries(new URL(first).searchParams)
      expect(await readProposedTimes(first)).toEqual({
        chosen: [expect.stringMatching(`^${date} .*${slot}`)],
        instead: [],
      })
      await takeTime(studio, second)
      await expect.poll(() => htmlOf(second)).toContain(TAKEN)
      const { chosen, instead } = await readProposedTimes(second)
      expect(chosen).toEqual([])
      expect(instead).toHaveLength(3)
      const [other = ''] = instead
      const next = await readProposedTimes(new URL(other, second).href)
      expect(next.chosen).toHaveLength(1)
      expect(next.instead).toEqual([])
    })
  })
})

test('a booking’s page opens with the proposed time chosen, moves nothing, and says if it is taken @full', async ({
  studio,
}) => {
  const { id } = await book(studio, { name: 'Other Otis', date: '2026-12-17' })
  const admin = await client(studio, studio.people.admin)
  const dateOf = async () =>
    (await admin.from('bookings').select('date').eq('id', id).single().throwOnError()).data.date
  const { data: free } = await admin
    .rpc('get_available_slots_for_date', { p_date: '2026-12-22' })
    .throwOnError()
  const proposed = { date: '2026-12-22', id: free[0]?.id ?? '', start_time: '09:00', end_time: '09:30' }
  const link = studio.url + proposalPath(proposed, linkOf(studio, id))
  expect(link).toMatch(/#move$/)
  const { chosen } = await readProposedTimes(link)
  expect(chosen).toEqual([expect.stringMatching(`^${proposed.date} .*${proposed.id}`)])
  expect(await dateOf()).toBe('2026-12-17')

  const { fields } = await readForm(link)
  const moved: [string, string][] = [
    ['intent', 'move'],
    ['time', chosen[0] ?? ''],
  ]
  expect((await postForm(link, fields, moved)).html).toContain('Your call is moved')
  expect(await dateOf()).toBe(proposed.date)
  expect((await readProposedTimes(link)).instead, 'it is their own').toEqual([])

  await test.step('if another visitor took the time, the page says so and offers the nearest', async () => {
    await studio.sql(`update public.bookings set date = '2026-12-23' where id = '${id}'`)
    await takeTime(studio, link)
    await expect.poll(() => htmlOf(link)).toContain(TAKEN)
    const { chosen, instead } = await readProposedTimes(link)
    expect(chosen).toEqual([])
    expect(instead).toHaveLength(3)
  })
})

test('an answer’s draft survives closing, offline and a reload, and no empty answer goes out @full', async ({
  page,
  studio,
  complaints,
}) => {
  const { id } = await inquire(studio, { name: 'Kept Kura' })
  await page.goto('/admin')
  await expectLive(page)
  await openRequest(page, 'Kept Kura')
  await test.step('no button sends an empty answer; the caret is where the answer goes', async () => {
    await kind(page, 'Answer').click()
    const unwritten = page.getByText('Write your answer first.')
    for (const pressed of [mailLink(page), page.getByRole('button', { name: 'Copy text' })]) {
      await kind(page, 'Answer').focus()
      await pressed.click()
      await expect(unwritten).toBeVisible()
      await expect(text(page)).toBeFocused()
    }
    await expect(text(page)).toHaveAccessibleDescription('Write your answer first.')
    await expect(sent(page)).toHaveCount(0)
    await page.keyboard.type('Yes, gladly.')
    await expect(unwritten).toHaveCount(0)
    await expect(text(page)).toHaveValue(
      new RegExp(`^${place.letters.greeting} Kept,\n\n.*Yes, gladly\\.\n\n`, 's'),
    )
  })
  await text(page).fill('Hello Kura, yes.')
  await openRequest(page, 'Kept Kura')
  await expect(text(page)).toHaveValue('Hello Kura, yes.')
  await page.getByRole('button', { name: 'Copy text' }).click()
  await expect(sent(page)).toContainText('Yes sets it to replied, and you look after it.')

  await test.step('offline the answer is not saved, and the draft stays', async () => {
    await page.context().setOffline(true)
    await yes(page).click()
    await expect(toast(page, 'Error', 'Failed to save the answer')).toBeVisible()
    await expect(text(page)).toHaveValue('Hello Kura, yes.')
    await page.context().setOffline(false)
  })
  await test.step('“No” keeps the draft; “Discard” removes it', async () => {
    await sent(page).getByRole('button', { name: 'No' }).click()
    await expect(sent(page)).toHaveCount(0)
    await expect(text(page)).toBeFocused()
    const discard = page.getByRole('button', { name: 'Discard' })
    const gone = toast(page, 'Success', 'Reply to Kept Kura discarded')
    await discard.click()
    await gone.getByRole('button', { name: 'Undo' }).click()
    await expect(text(page)).toHaveValue('Hello Kura, yes.')
    await discard.click()
    await expect(text(page)).toHaveCount(0)
    await expect(kind(page, 'Answer')).toBeFocused()
    await page.reload()
    await expect(text(page)).toHaveCount(0)
  })
  await test.step('after an update and a reload the texts of 1.0.0 are there', async () => {
    const typed = { answer: 'Hello Kura, no.', decline: 'Sorry, Kura.' }
    const earlier = { answer: 'Hello Kura, perhaps.' }
    const former = { id: crypto.randomUUID(), kind: 'answer', revision: 0, typed, earlier, times: null }
    await page.evaluate((stored) => sessionStorage.setItem(...stored), [
      `reply ${id}`,
      JSON.stringify({ ...former, asksIfSent: true }),
    ] as [string, string])
    await page.reload()
    await expect(text(page)).toHaveValue('Hello Kura, no.')
    await expect(requestPage(page)).toContainText(/Set aside:\s*Sorry, Kura\.\s*Hello Kura, perhaps\./)
    await page.getByRole('button', { name: 'Copy text' }).click()
    await yes(page).click()
    await expect(toast(page, 'Success', /^Answer to .* noted$/)).toBeVisible()
    const admin = await client(studio, studio.people.admin)
    const { data } = await admin.from('inquiries').select('status').eq('id', id).single().throwOnError()
    expect(data.status).toBe('replied')
  })
  complaints.length = 0 // the browser logs each request that failed or was turned away
})

test('a reply typed before the call moved warns of the former time, and is not lost @full', async ({
  page,
  studio,
  complaints,
}) => {
  const { id } = await book(studio, { name: 'Stale Sione', date: '2027-01-12' })
  const visitor = await client(studio)
  let sequence = 0
  const move = async (date: string) => {
    const { data: free } = await visitor.rpc('get_available_slots_for_date', { p_date: date }).throwOnError()
    await visitor
      .rpc('move_managed_booking', {
        p_site_key: studio.siteKey ?? '',
        p_id: id,
        p_link_version: 1,
        p_seen_sequence: sequence++,
        p_date: date,
        p_time_slot_id: free[0]?.id ?? '',
      })
      .throwOnError()
  }
  await page.goto('/admin?q=sione')
  await expectLive(page)
  const dialog = await openRequest(page, 'Stale Sione')
  await chooseVerb(page, 'Confirm with a letter')
  await expect(text(page)).toHaveValue(/12 January/)
  await text(page).press('Control+End')
  await text(page).pressSequentially(' Bring a pen.')
  await move('2027-01-14')
  const changed = dialog.getByRole('status').filter({ hasText: 'Changed since you began:' })
  await expect(changed).toContainText(/The visitor moved it from Tue 12 Jan 2027, .* to Thu 14 Jan 2027/)
  await expect(changed).toContainText('Your text may still name the former one.')
  await changed.getByRole('button', { name: 'Start anew' }).click()
  await expect(changed).toHaveCount(0)
  await expect(text(page)).toHaveValue(/14 January/)
  await expect(text(page)).not.toHaveValue(/Bring a pen/)
  await expect(dialog).toContainText(/Set aside:.*12 January.*Bring a pen\./s)

  await test.step('after a move that the page missed, a yes counts only once the page shows the move', async () => {
    await page.route('/api/health*', (route) => route.abort())
    await page.getByRole('button', { name: 'Copy text' }).click()
    await move('2027-01-15')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await yes(page).click()
    const refused = page.getByRole('alertdialog', { name: 'It was changed since you read it' })
    await expect(refused).toContainText(/The visitor moved it from Thu 14 Jan 2027, .* to Fri 15 Jan 2027/)
    await refused.getByRole('button', { name: 'Read it again' }).click()
    await expect(changed).toContainText('to Fri 15 Jan 2027')
    await yes(page).click()
    await expect(dialog).toContainText('confirmed')
  })
  complaints.length = 0 // the browser logs each read that was cut off
})
