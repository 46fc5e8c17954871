import { booking as words } from '@/lib/content/booking'
import { packageNames } from '@/lib/content/package-names'
import { startPage } from '@/lib/content/start'
import { priceSeen } from '@/lib/start/price'
import { fillIn, next, says, time, pathOfBooking } from './booking'
import { expect, shareStudio, test, MONDAY } from './fixtures'
import type { Studio } from '../studio'

const seen = priceSeen('growth', 'updates') ?? ''

shareStudio({ now: MONDAY })

const fit = 'who=people&first=few-things&pay=outside&ai=later&have=prototype&after=updates'

async function stored(studio: Studio, email: string) {
  const supabase = await studio.clientOf(studio.people.admin)
  const columns = 'id, package, fit, price_seen'
  const [bookings, inquiries] = await Promise.all([
    supabase.from('bookings').select(columns).eq('email', email).throwOnError(),
    supabase.from('inquiries').select(columns).eq('email', email).throwOnError(),
  ])
  return [...bookings.data, ...inquiries.data]
}

test('a booking stores the answers; visitor and admin read them in words, with that day’s price', async ({
  page,
  studio,
  otherBrowser,
  adminState,
}) => {
  const unsure = page.getByRole('link', { name: words.undecided.link })
  await test.step('the calendar leads an undecided visitor to the questions', async () => {
    await page.goto('/booking')
    await unsure.click()
    await expect(page.getByRole('heading', { name: startPage.title })).toBeVisible()
  })
  await page.goto(`/start?${fit}`)
  await page.getByRole('link', { name: 'Book a free call about this' }).click()
  await expect(page.getByRole('heading', { name: words.title })).toBeVisible()
  await expect(unsure, 'who has answered is not asked again').toHaveCount(0)
  await time(page, '9:30 am').check()
  await next(page).click()
  await expect(
    page.getByRole('checkbox', { name: `It is about the ${packageNames.growth} package` }),
  ).toBeChecked()
  const along = page.getByRole('checkbox', { name: 'Send my answers along' })
  await expect(along).toBeChecked()
  await expect(along, 'what goes along is said').toHaveAccessibleDescription(
    /Who uses it\? One group of people.*We keep working/,
  )
  await fillIn(page, { email: 'start@example.com' })
  await page.getByRole('button', { name: says.book }).click()
  await expect(page.getByRole('region', { name: says.bookingCreated })).toBeFocused()
  await expect(page, 'the next request is about something else').toHaveURL('/booking')
  const html = await (await page.request.get(await pathOfBooking(page))).text()
  const call = html.replace(/<(script|style)\b[^]*?<\/\1>|<[^>]*>/g, ' ').replace(/\s+/g, ' ')
  expect(call, 'also for the visitor').toContain(seen.replaceAll('&', '&amp;'))
  expect(call).toContain('on our list of Mon 23 Nov 2026')
  expect(call).toContain('Who uses it? One group of people')
  expect(call).toContain('What do you have already? A prototype')

  const [row] = await stored(studio, 'start@example.com')
  expect(row).toMatchObject({
    package: 'growth',
    fit,
    price_seen: seen,
  })

  const admin = await otherBrowser({ storageState: adminState })
  await admin.goto(`/admin/requests/${row?.id}`)
  const dialog = admin.getByRole('main')
  await expect(dialog).toContainText(seen)
  await expect(dialog).toContainText('on our list of Mon 23 Nov 2026')
  await expect(dialog).toContainText('What do you have already? A prototype')
})

test('a booking stores no made-up answers from the URL', async ({ request }) => {
  const html = async (fit: string) =>
    (await request.get(`/booking?step=2&fit=${encodeURIComponent(fit)}`)).text()
  expect(await html(fit)).toContain('Send my answers along')
  for (const made of ['who=people', 'who=zebra&first=one-thing', '<b>', `${fit}&colour=blue&who=team`]) {
    const shown = await html(made)
    expect(shown, made).toContain('name="email"')
    expect(shown, made).not.toContain('Send my answers along')
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('package and answers survive another date and an error, are stored, and can be removed @full', async ({
    page,
    studio,
  }) => {
    await page.goto(`/start?${fit}`)
    await page.getByRole('link', { name: 'Book a free call about this' }).click()
    await page.getByLabel('Date').fill('2026-12-03')
    await page.getByRole('button', { name: 'Show times' }).click()
    await time(page, '2:30 pm').check()
    const along = page.getByRole('checkbox', { name: 'Send my answers along' })
    await expect(along).toBeChecked()
    await fillIn(page, { email: 'plain@example' })
    await page.getByRole('button', { name: says.book }).click()
    await expect(page.getByText('Write it like name@example.com.')).toBeVisible()
    await expect(along, 'after a fault').toBeChecked()
    await page.getByLabel('Email').fill('plain@example.com')
    await page.getByRole('button', { name: says.book }).click()
    await expect(page.getByRole('region', { name: says.bookingCreated })).toBeVisible()
    expect(await stored(studio, 'plain@example.com')).toMatchObject([{ package: 'growth', fit }])

    await page.goto(`/booking?package=scale&fit=${encodeURIComponent(fit)}`)
    await page.getByRole('radio', { name: 'No time suits me' }).check()
    await along.uncheck()
    await fillIn(page, { email: 'taken-off@example.com' })
    await page.getByRole('button', { name: says.send }).click()
    await expect(page.getByRole('region', { name: says.inquirySent })).toBeVisible()
    expect(await stored(studio, 'taken-off@example.com')).toMatchObject([
      { package: 'scale', fit: null, price_seen: priceSeen('scale') },
    ])
  })
})
