import { freeTimes } from '../native-form'
import {
  book,
  callOutbox,
  event,
  mailServer,
  pass,
  replies,
  setStatus,
  site,
  useMailedSite,
} from '../http/mailed'
import { closeToasts, expect, inquire, openSetting, test, toast, untold } from './admin'
import { fillIn, says } from './booking'
import { shareStudio } from './fixtures'

shareStudio()
useMailedSite(test)

test('a visitor who gets the link by mail need not keep it, and their browser stores nothing @full', async ({
  otherBrowser,
}) => {
  const page = await otherBrowser({ baseURL: site.url })
  const [time = ''] = await freeTimes(site.url)
  await page.goto(`/booking?date=${time.slice(0, 10)}`)
  await page.locator(`[value="${time}"]`).check()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await fillIn(page, { email: 'mailed@example.com' })
  await page.getByRole('button', { name: says.book }).click()
  const panel = page.getByRole('region', { name: says.bookingCreated })
  await expect(panel).toContainText('An email is on its way to mailed@example.com. The time is held for you.')
  await expect(panel.getByRole('button', { name: 'Copy the link to change or cancel it' })).toBeVisible()
  await expect(panel.getByText('Until we confirm, no email comes.')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Book another call' }).click()
  await expect(panel).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('after a change of the default room an admin tells the visitors who know the old one @full', async ({
  studio,
  page,
}) => {
  const email = 'elsewhere@example.com'
  const name = `Ana of ${email}`
  const mails = () => mailServer.received.filter(({ envelopeTo }) => envelopeTo.includes(email))
  const { id } = await book(studio, email)
  await expect.poll(() => mails().length).toBe(1)
  await setStatus(studio, id, 'confirmed')
  await pass(studio, 1)
  await callOutbox()

  const newRoom = 'Our new room, https://meet.southcoast.example/new'
  const notice = page.getByRole('main')
  await test.step('the change sends no mail: the list has the visitors who know the former room', async () => {
    await page.goto(`${site.url}/admin`)
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page.getByRole('main')).toContainText('Sample.')
    await openSetting(page, 'Where calls happen')
    await page.getByLabel('Name of the room').fill('Our new room')
    await page.getByLabel('Address of the room').fill('https://meet.southcoast.example/new')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Success', 'Usual location saved')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText('Sample.')
  })
  await test.step('a change to calls by phone and back keeps the room', async () => {
    await closeToasts(page)
    await page.getByRole('radio', { name: 'By phone' }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await expect(toast(page, 'Success', 'Usual location saved')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('then asks for a phone number')
    await page.reload()
    await openSetting(page, 'Where calls happen')
    await page.getByRole('radio', { name: 'In a video room' }).check()
    await expect(page.getByLabel('Address of the room')).toHaveValue('https://meet.southcoast.example/new')
    await page.getByRole('button', { name: 'Save', exact: true }).first().click()
    await expect(toast(page, 'Success', 'Usual location saved')).toBeVisible()
  })
  await test.step('without a mail server an admin copies each visitor’s text, and notes it as sent', async () => {
    const html = await (await page.request.get('/admin/untold')).text()
    expect(html).toContain('No mail server is set up: send each the text')
    expect(html).toContain(`aria-label="Copy text for ${name}"`)
    expect(html).toContain(`aria-label="Told ${name}"`)
    expect(html).not.toContain('>Tell them<')
    expect(html, 'there is no folder of mails either').not.toMatch(/mails? (is|are) kept as/)
  })
  await page.getByRole('link', { name: 'Requests', exact: true }).click()
  await page.getByRole('link', { name: 'Tell them' }).click()
  await expect(notice.getByRole('listitem')).toContainText(`Where it happens now: ${newRoom}`)
  await notice.getByRole('button', { name: 'Tell them' }).click()
  await expect(toast(page, 'Success', '1 visitor is being told by email')).toBeVisible()
  await expect(notice).toContainText('Everybody is told, and no mail failed.')
  await expect.poll(() => mails().length).toBe(3)
  expect(mails().at(-1)?.text).toMatch(/Not any more:\s+Our video room/)
  expect(event(mails().at(-1))).toEqual(['REQUEST', 'CONFIRMED', 2])
})

test('each person whom mails do not reach has one row, to tell another way or to mail again @full', async ({
  studio,
  page,
}) => {
  const spellings = ['nobody@example.com', 'Nobody@example.com']
  for (const email of spellings) replies.set(email, 550)
  const { id } = await book(studio, 'nobody@example.com')
  await expect.poll(() => site.siteLog()).toContain('refused: 550 EENVELOPE RCPT TO')
  await setStatus(studio, id, 'confirmed')
  await studio.sql('delete from private.outbox where is_waiting')
  const name = 'Ana of nobody@example.com'
  await inquire(studio, { name, email: 'Nobody@example.com' })
  await callOutbox()
  await page.goto(`${site.url}/admin`)
  const news = page.getByRole('region', { name: 'News' }).getByRole('listitem')
  await news.filter({ hasText: '1 person is not told' }).getByRole('link', { name: 'Tell them' }).click()
  const notice = untold(page)
  await expect(notice).toContainText('That it is confirmed')
  await expect(notice).toContainText(
    `We could not deliver 2 emails (the confirmation that their message arrived, the confirmation that their call arrived) to ${name} (Nobody@example.com): there is no such mailbox, or it takes no email from us (550). Please tell them another way.`,
  )
  await notice.getByRole('link', { name: 'Open the request' }).click()
  await expect(page).toHaveURL(`${site.url}/admin/requests/${id}`)
  await page.getByRole('button', { name: 'Cancel booking' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('The person is told by email in a minute, unless you undo it.')
  await question.getByRole('button', { name: 'Keep booking' }).click()
  await page.goBack()
  await notice.getByRole('button', { name: `Told ${name}` }).click()
  await expect(notice, '“Told” takes the call and the failed mails').toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()

  await studio.sql('update private.outbox set dismissed_at = null')
  await page.reload()
  for (const email of spellings) replies.delete(email)
  await notice.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Send again' }).click()
  await expect(toast(page, 'Success', '2 emails are being sent again')).toBeVisible()
  await expect(notice).toHaveCount(0)
  await expect
    .poll(() => mailServer.received.filter(({ envelopeTo }) => /nobody/i.test(envelopeTo.join())).length)
    .toBe(2)
})
