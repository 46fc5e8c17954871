import type { Locator, Page } from '@playwright/test'
import { createAdmin } from '@/scripts/admin-create'
import {
  address,
  book,
  chooseAction,
  client,
  expect,
  expectLive,
  inquire,
  openRecord,
  row,
  test,
  toast,
} from './admin'
import { startMailedSite } from './mailed-site'
import { axeLooks, axeViolations, MONDAY, setStudioClock, shareStudio, signIn } from './fixtures'
import { linkOf } from './manage'

shareStudio({ now: MONDAY })

/** Counts what a person presses, but not the way there with Tab. */
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
  page.getByRole('radiogroup', { name: 'Reply' }).getByRole('radio', { name, exact: true })
const text = (page: Page) => page.getByRole('textbox', { name: 'Text' })
const sent = (page: Page) => page.getByRole('group', { name: 'Sent?' })
const yes = (page: Page) => sent(page).getByRole('button', { name: 'Yes, it went out' })
const mailLink = (page: Page) => page.getByRole('link', { name: 'Open in mail program' })

/** Opens a time that was taken without the site, which reads the free times again within seconds. */
async function openTaken(page: Page, link: string, taken: Locator) {
  await expect(async () => {
    await page.goto('about:blank') // to the same address with a # the browser would not go
    await page.goto(link)
    await expect(taken.getByRole('link')).toHaveCount(3, { timeout: 500 })
  }).toPass()
}

/** What the mail program would get. */
async function draftIn(page: Page) {
  const { pathname, searchParams } = new URL((await mailLink(page).getAttribute('href')) ?? '')
  return { to: pathname, subject: searchParams.get('subject'), body: searchParams.get('body') ?? '' }
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 720 } })

  test('a whole answer by keyboard: a booking is confirmed with a mail in at most 4 presses', async ({
    page,
    studio,
  }) => {
    const { id } = await book(studio, { name: 'Quick Quinn', date: '2026-12-15', message: 'A shop for kelp' })
    await page.goto('/admin?view=to_answer&q=quick')
    await expectLive(page)
    const { press, presses } = keyboard(page)
    await press(row(page, 'Quick Quinn').getByRole('button', { name: 'Quick Quinn', exact: true }))
    await press(kind(page, 'Confirm'), 'Space')
    await expect(text(page)).toHaveValue(/Tuesday 15 December 2026, 9:00 am.*\n.*UTC\n/)
    const draft = await draftIn(page)
    expect(draft.to).toBe(address('Quick Quinn'))
    expect(draft.body).toContain(linkOf(studio, id))
    expect(draft.body).toMatch(/You wrote:\r\n> A shop for kelp$/)
    await press(mailLink(page))
    await press(yes(page))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(presses()).toBeLessThanOrEqual(4)
    await expect(toast(page, 'Success', 'Answer noted')).toBeVisible()
    await expect(row(page, 'Quick Quinn')).toContainText('confirmed')
    await expect(
      row(page, 'Quick Quinn').getByRole('button', { name: 'Quick Quinn', exact: true }),
    ).toBeFocused()

    await test.step('undone, it is pending and nobody’s again, with what was written', async () => {
      await toast(page, 'Success', 'Answer noted').getByRole('button', { name: 'Undo' }).click()
      await expect(row(page, 'Quick Quinn')).toContainText('pending')
      const dialog = await openRecord(page, 'Quick Quinn')
      await expect(dialog.getByLabel('Who answers')).toHaveValue('')
      await expect(yes(page)).toBeVisible()
      await expect(dialog.getByRole('list', { name: 'History' })).toContainText('took a reply back')
    })
  })

  test('a whole answer by keyboard: a message gets three proposed times in at most 7 presses', async ({
    page,
    studio,
    otherBrowser,
  }) => {
    await inquire(studio, { name: 'Three Thea', message: 'Ā'.repeat(5_000) })
    await page.goto('/admin?view=to_answer&q=thea')
    await expectLive(page)
    const { press, presses } = keyboard(page)
    await press(row(page, 'Three Thea').getByRole('button', { name: 'Three Thea', exact: true }))
    await press(kind(page, 'Propose other times'), 'Space')
    await expect(page.getByRole('combobox', { name: 'Time 3' })).not.toHaveValue('')
    const { body } = await draftIn(page)
    const links = body.match(/http\S+/g) ?? []
    expect(links).toHaveLength(3)
    for (const link of links) expect(link).toMatch(/\/booking\?date=[\d-]{10}&slot=[\da-f-]{36}$/)
    expect((await mailLink(page).getAttribute('href'))?.length).toBeLessThanOrEqual(1_900)
    expect(body).toMatch(/\[…\]$/)
    await press(mailLink(page))
    await press(yes(page))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(presses()).toBeLessThanOrEqual(7)
    await expect(row(page, 'Three Thea')).toContainText('replied')
    await page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: 'Waiting for them' })
      .click()
    await expect(row(page, 'Three Thea')).toContainText('waiting for them')

    await test.step('a link shows its time, chosen; taken by then, the page says so and offers three', async () => {
      const visitor = await otherBrowser({ viewport: { width: 375, height: 720 } })
      await visitor.goto(links[0] ?? '')
      await expect(visitor.getByRole('radio', { checked: true, name: /NZDT/ })).toHaveCount(1)
      await expect(visitor.getByText('That time is taken by now')).toHaveCount(0)
      const { date, slot } = Object.fromEntries(new URL(links[1] ?? '').searchParams)
      await studio.sql(`
        insert into public.bookings (name, email, date, time_slot_id) values ('Fast Fia', 'fast@example.org', '${date}', '${slot}')`)
      const taken = visitor.getByRole('status').filter({ hasText: 'That time is taken by now' })
      await openTaken(visitor, links[1] ?? '', taken)
      await taken.getByRole('link').first().click()
      await expect(visitor.getByRole('radio', { checked: true, name: /NZDT/ })).toHaveCount(1)
      await expect(taken).toHaveCount(0)
    })
  })
})

test('a proposed time of a booking stands chosen on its page; opening it changes nothing, one press does', async ({
  page,
  studio,
  otherBrowser,
}) => {
  const { id } = await book(studio, { name: 'Other Otis', date: '2026-12-17' })
  await page.goto(`/admin?id=${id}`)
  await kind(page, 'Propose other times').click()
  await expect(page.getByRole('combobox', { name: 'Time 1' })).not.toHaveValue('')
  // A text that was changed keeps what was typed when another time is chosen.
  await text(page).press('End')
  await text(page).press('Control+End')
  await text(page).pressSequentially(' PS')
  await page.getByRole('combobox', { name: 'Time 2' }).selectOption('')
  await expect(text(page)).toHaveValue(/PS$/)
  const links = (await text(page).inputValue()).match(/http\S+/g) ?? []
  expect(links).toHaveLength(2)
  await page.getByRole('button', { name: 'Copy text' }).click()
  await yes(page).click()
  await expect(toast(page, 'Success', 'Answer noted')).toBeVisible()
  const admin = await client(studio, studio.people.admin)
  const stored = async () =>
    (
      await admin
        .from('bookings')
        .select('date, status, their_turn_since, owner')
        .eq('id', id)
        .single()
        .throwOnError()
    ).data
  expect(await stored()).toMatchObject({ date: '2026-12-17', status: 'pending', owner: expect.any(String) })
  expect((await stored()).their_turn_since).not.toBeNull()

  const visitor = await otherBrowser()
  await visitor.goto(links[0] ?? '')
  await expect(visitor.getByRole('radio', { checked: true })).toHaveCount(1)
  expect((await stored()).date).toBe('2026-12-17')
  await visitor.getByRole('button', { name: 'Move the call' }).click()
  await expect(visitor.getByText('Your call is moved.')).toBeVisible()
  const { date, slot } = Object.fromEntries(new URL(links[0] ?? '').searchParams)
  expect((await stored()).date).toBe(date)
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.getByText('That time is taken by now')).toHaveCount(0)

  await test.step('taken by somebody else, the page says so and offers the nearest', async () => {
    await studio.sql(`update public.bookings set date = '2026-12-23' where id = '${id}';
      insert into public.bookings (name, email, date, time_slot_id) values ('Fast Finn', 'finn@example.org', '${date}', '${slot}')`)
    const taken = visitor.getByRole('status').filter({ hasText: 'That time is taken by now' })
    await openTaken(visitor, links[0] ?? '', taken)
    await expect(visitor.getByRole('radio', { checked: true })).toHaveCount(0)
  })
})

test('an answer that nobody wrote goes out by no button; the caret waits where it is written', async ({
  page,
  studio,
}) => {
  const { mailServer, ...site } = await startMailedSite(studio)
  await inquire(studio, { name: 'Gap Gina' })
  await page.goto(`${site.url}/admin?q=gina`)
  await openRecord(page, 'Gap Gina')
  await kind(page, 'Answer').click()
  const unwritten = page.getByText('Write your answer first.')
  for (const press of [
    page.getByRole('button', { name: 'Send', exact: true }),
    mailLink(page),
    page.getByRole('button', { name: 'Copy text' }),
  ]) {
    await kind(page, 'Answer').focus()
    await expect(text(page)).not.toBeFocused()
    await press.click()
    await expect(unwritten).toBeVisible()
    await expect(text(page)).toBeFocused()
  }
  await expect(text(page)).toHaveAccessibleDescription('Write your answer first.')
  await expect(sent(page)).toHaveCount(0)
  await page.keyboard.type('Yes, gladly.')
  await expect(unwritten).toHaveCount(0)
  await expect(text(page)).toHaveValue(
    /^Kia ora Gap Gina,\n\nThank you for writing\.\n\nYes, gladly\.\n\nNgā/,
  )
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(toast(page, 'Success', 'Your reply goes in a minute')).toBeVisible()
  await page.close()
  await site.close()
  await mailServer.close()
})

test('what was typed, and the question whether it was sent, stay: closed, offline, and after a sign-in', async ({
  page,
  studio,
  complaints,
  context,
}) => {
  await inquire(studio, { name: 'Kept Kura' })
  await page.goto('/admin?q=kura')
  await openRecord(page, 'Kept Kura')
  await kind(page, 'Answer').click()
  await text(page).fill('Kia ora Kura, yes.')
  await page.getByRole('button', { name: 'Copy text' }).click()
  await page.keyboard.press('Escape')
  await expect(page, 'the record is closed on the server too').not.toHaveURL(/id=/)
  await openRecord(page, 'Kept Kura')
  await expect(text(page)).toHaveValue('Kia ora Kura, yes.')
  await expect(sent(page)).toContainText('Yes sets it to replied, and you look after it.')

  await test.step('offline', async () => {
    await expect(page, 'the record is open on the server too').toHaveURL(/id=/)
    await context.setOffline(true)
    await yes(page).click()
    await expect(toast(page, 'Error', 'Failed to save the answer')).toBeVisible()
    await expect(text(page)).toHaveValue('Kia ora Kura, yes.')
    await context.setOffline(false)
  })
  await test.step('no changes nothing', async () => {
    await sent(page).getByRole('button', { name: 'No' }).click()
    await expect(sent(page)).toHaveCount(0)
    await expect(text(page)).toBeFocused()
    await page.reload()
    await expect(text(page)).toHaveValue('Kia ora Kura, yes.')
  })
  await test.step('thrown away', async () => {
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(text(page)).toHaveCount(0)
    await expect(kind(page, 'Propose other times')).toBeFocused()
    await page.reload()
    await expect(kind(page, 'Answer')).not.toBeChecked()
  })
  complaints.length = 0 // the browser names each request that failed
})

test('a session that ended while an answer was written: the press was not done, and what was typed is there', async ({
  otherBrowser,
  studio,
  complaints,
}) => {
  // To end this session ends no session of the others.
  const tane = { email: 'tane@studio.test', password: 'kauri-in-the-south-wind' }
  await createAdmin({ url: studio.supabaseUrl, secretKey: studio.secretKey }, tane.email, tane.password)
  const { id } = await inquire(studio, { name: 'Signed Sefo' })
  const page = await otherBrowser({ reducedMotion: 'reduce' })
  await setStudioClock(page.context(), MONDAY)
  await page.goto('/admin?q=sefo')
  await signIn(page, tane)
  await page.goto('/admin?q=sefo')
  await openRecord(page, 'Signed Sefo')
  await kind(page, 'Answer').click()
  await text(page).fill('Kia ora Sefo, yes.')
  await page.getByRole('button', { name: 'Copy text' }).click()
  await expect(page, 'the record is open on the server too').toHaveURL(/id=/)
  await studio.sql(
    `delete from auth.sessions where user_id = (select id from auth.users where email = '${tane.email}')`,
  )
  await yes(page).click()
  await page.waitForURL(/\/login/)
  await expect(page.getByText('Your last press was not done.')).toBeVisible()
  await page.getByLabel('Email').fill(tane.email)
  await page.getByLabel('Password', { exact: true }).fill(tane.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL(/\/admin/)
  await expect(toast(page, 'Error', 'Failed to save the answer')).toContainText(
    'Your session had ended before it. Please try again.',
  )
  await expect(text(page)).toHaveValue('Kia ora Sefo, yes.')
  const admin = await client(studio, studio.people.admin)
  const status = async () =>
    (await admin.from('inquiries').select('status').eq('id', id).single().throwOnError()).data.status
  expect(await status()).toBe('new')
  await yes(page).click()
  await expect(toast(page, 'Success', 'Answer noted')).toBeVisible()
  expect(await status()).toBe('replied')
  complaints.length = 0 // the browser names the request that was turned away
})

test('a text that was typed before the call was moved is not sent as it is, and is not lost', async ({
  page,
  studio,
}) => {
  await book(studio, { name: 'Stale Sione', date: '2027-01-12' })
  await page.goto('/admin?q=sione')
  await expectLive(page)
  await openRecord(page, 'Stale Sione')
  await kind(page, 'Confirm').click()
  await expect(text(page)).toHaveValue(/12 January/)
  await text(page).press('Control+End')
  await text(page).pressSequentially(' Bring a pen.')
  await page.keyboard.press('Escape')
  await chooseAction(page, 'Stale Sione', 'Move call…')
  const form = page.getByRole('dialog', { name: 'Move the call' })
  await form.getByLabel('Date').fill('2027-01-14')
  await expect(form.getByRole('status')).toContainText('free on')
  await form.getByLabel(/^Time/).selectOption({ index: 1 })
  await form.getByRole('button', { name: 'Move the call' }).click()
  await expect(row(page, 'Stale Sione')).toContainText('Thu 14 Jan 2027')

  await openRecord(page, 'Stale Sione')
  const stale = page.getByText('The call has changed since you wrote this text.')
  await expect(stale).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText('It is on Thu 14 Jan 2027, 9:00 AM')
  await expect(text(page)).toHaveValue(/12 January.*Bring a pen\.$/s)
  await expect(mailLink(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Take a new text' }).click()
  await expect(text(page)).toHaveValue(/14 January/)
  await expect(text(page)).not.toHaveValue(/Bring a pen/)
  await page.getByRole('button', { name: 'Swap with the other text' }).click()
  await expect(text(page)).toHaveValue(/12 January.*Bring a pen\.$/s)
  await page.getByRole('button', { name: 'Swap with the other text' }).click()
  await expect(text(page)).toHaveValue(/14 January/)
  await expect(stale).toHaveCount(0)
  await expect(mailLink(page)).toBeVisible()
})

test('who answers what somebody changed meanwhile is told so first, in the kit and before a status', async ({
  page,
  studio,
  complaints,
}) => {
  const { id } = await book(studio, { name: 'Moved Mila', date: '2026-12-18' })
  await page.goto('/admin?q=mila')
  await expectLive(page)
  await openRecord(page, 'Moved Mila')
  await kind(page, 'Confirm').click()
  await expect(text(page)).toHaveValue(/18 December/)
  // The page hears nothing of what others change, as after a lost connection.
  await page.route('/api/health*', (route) => route.abort())
  const visitor = await client(studio)
  const move = async (nth: number, sequence: number) => {
    const { data: free } = await visitor
      .rpc('get_available_slots_for_date', { p_date: '2026-12-21' })
      .throwOnError()
    await visitor
      .rpc('move_managed_booking', {
        p_site_key: studio.siteKey ?? '',
        p_id: id,
        p_link_version: 1,
        p_seen_sequence: sequence,
        p_date: '2026-12-21',
        p_time_slot_id: free[nth]?.id ?? '',
      })
      .throwOnError()
  }
  await move(0, 0)
  await page.getByRole('button', { name: 'Copy text' }).click()
  await yes(page).click()
  const dialog = page.getByRole('dialog')
  const told = dialog.getByText('It was changed since you read it:')
  await expect(told).toBeVisible()
  await expect(dialog).toContainText(/The visitor moved it from Fri 18 Dec 2026, .* to Mon 21 Dec 2026/)
  await expect(yes(page)).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(text(page)).toHaveValue(/21 December/)
  await yes(page).click()
  await expect(row(page, 'Moved Mila')).toContainText('confirmed')

  await test.step('and the row’s own Confirm', async () => {
    await page.goto('/admin?q=mila')
    await move(2, 2)
    await openRecord(page, 'Moved Mila')
    await dialog.getByRole('button', { name: 'Cancel booking' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel booking' }).click()
    const question = page.getByRole('alertdialog', { name: 'It was changed since you read it' })
    await expect(question).toContainText('The visitor moved it')
    await question.getByRole('button', { name: 'Leave it as it is' }).click()
    await expect(question).toHaveCount(0)
  })
  complaints.length = 0 // the browser names each read that was cut off
})

test('who has not answered for three days can be asked again', async ({ page, studio }) => {
  const { id } = await inquire(studio, { name: 'Silent Sina' })
  await studio.sql(`
    update public.inquiries set status = 'replied', their_turn_since = now() - interval '73 hours' where id = '${id}'`)
  await page.goto(`/admin?id=${id}`)
  await kind(page, 'Follow up').click()
  await page.getByRole('button', { name: 'Copy text' }).click()
  await yes(page).click()
  await expect(toast(page, 'Success', 'Answer noted')).toBeVisible()
  await openRecord(page, 'Silent Sina')
  await expect(page.getByRole('dialog')).toContainText('waiting for them for 0 min')
  await expect(kind(page, 'Follow up')).toHaveCount(0)
})

test('with a mail server a reply goes by itself after a minute, and can be taken back until then', async ({
  page,
  studio,
}) => {
  const { mailServer, callOutbox, pass, ...site } = await startMailedSite(studio)
  // Those of the tests before would fill the first batch.
  await studio.sql('delete from private.outbox')
  const { id } = await book(studio, { name: 'Mailed Mere', date: '2026-12-22', message: 'Kelp' })
  await callOutbox()
  mailServer.received.length = 0
  // Other tests' visitors get theirs too.
  const received = () =>
    mailServer.received.filter(({ envelopeTo }) => envelopeTo.includes(address('Mailed Mere')))
  await page.goto(`${site.url}/admin?q=mailed`)
  const dialog = page.getByRole('dialog')
  const write = async (words: string) => {
    await text(page).fill(words)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(toast(page, 'Success', 'Your reply goes in a minute').first()).toBeVisible()
  }
  await openRecord(page, 'Mailed Mere')
  await kind(page, 'Confirm').click()
  await write('Kia ora Mere, see you then.')
  await expect(row(page, 'Mailed Mere')).toContainText('confirmed')

  await test.step('taken back from the message: pending, and the words are still there', async () => {
    await toast(page, 'Success', 'Your reply goes in a minute').getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Success', 'Reply taken back')).toBeVisible()
    await expect(row(page, 'Mailed Mere')).toContainText('pending')
    await openRecord(page, 'Mailed Mere')
    await expect(text(page)).toHaveValue('Kia ora Mere, see you then.')
  })
  await test.step('taken back from the request', async () => {
    await write('Kia ora Mere, see you then.')
    await openRecord(page, 'Mailed Mere')
    await expect(dialog.getByRole('list', { name: 'Replies' })).toContainText('Confirm: goes in a minute')
    await dialog.getByRole('button', { name: 'Undo this reply' }).click()
    await expect(dialog.getByRole('list', { name: 'Replies' })).toHaveCount(0)
    await expect(text(page)).toHaveValue('Kia ora Mere, see you then.')
    await pass()
    await callOutbox()
    expect(received()).toEqual([])
  })
  await test.step('sent: once, as it was written, with the invitation, and the history says so', async () => {
    await write('Kia ora Mere, see you then.')
    await pass()
    await callOutbox()
    const [mail, ...more] = received()
    expect(more).toEqual([])
    expect(mail?.replyTo?.value).toMatchObject([{ address: 'us@studio.test' }])
    expect(mail?.text?.trim()).toBe('Kia ora Mere, see you then.')
    expect(mail?.attachments.map(({ filename }) => filename)).toContain('strategy-call.ics')
    expect(mail?.headers.get('auto-submitted')).toBeUndefined()
    await page.goto(`${site.url}/admin?id=${id}`)
    await expect(dialog.getByRole('list', { name: 'Replies' })).toContainText(/Confirm: sent .*, by /)
    await expect(dialog.getByRole('list', { name: 'History' })).toContainText('replied: confirm')
    await expect(dialog.getByRole('button', { name: 'Undo this reply' })).toHaveCount(0)
  })
  await page.close()
  await site.close()
  await mailServer.close()
})

for (const look of axeLooks) {
  test.describe(`${look.width} px, ${look.colorScheme}`, () => {
    test.use({ viewport: { width: look.width, height: 900 }, colorScheme: look.colorScheme })
    test('everybody can use the kit, whatever its state', async ({ page, studio }, info) => {
      await inquire(studio, { name: `Axe Ada ${look.width}`, message: 'W'.repeat(300) })
      await page.goto(`/admin?q=ada+${look.width}`)
      await openRecord(page, `Axe Ada ${look.width}`)
      await kind(page, 'Propose other times').click()
      await expect(page.getByRole('combobox', { name: 'Time 3' })).not.toHaveValue('')
      await page.getByRole('button', { name: 'Copy text' }).click()
      await expect(sent(page)).toBeVisible()
      expect(
        (await axeViolations(page, ['[role=dialog]'])).map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
      ).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
      await sent(page).scrollIntoViewIfNeeded()
      if (process.env.SHOTS) {
        await page.screenshot({
          path: `${process.env.SHOTS}/kit-${info.title.length}-${look.width}-${look.colorScheme}.png`,
        })
        await kind(page, 'Decline kindly').scrollIntoViewIfNeeded()
        await page.screenshot({ path: `${process.env.SHOTS}/kit-top-${look.width}-${look.colorScheme}.png` })
        await page.emulateMedia({ forcedColors: 'active' })
        await page.screenshot({ path: `${process.env.SHOTS}/kit-forced-${look.width}.png` })
      }
    })
  })
}
