import { postForm, readForm } from '../native-form'
import type { Studio } from '../studio'
import { book, client, test, toast } from './admin'
import { addDays, dateAt } from '@/lib/dates'
import { axeViolations, expect, shareStudio } from './fixtures'
import { linkOf, makeOffer, send } from './offers'

shareStudio()

/** Answers an offer as a browser without JavaScript does. */
async function answer(
  studio: Studio,
  { path, email }: { path: string; email: string },
  intent: 'accept' | 'decline',
) {
  const { fields } = await readForm(studio.url + path)
  const own: [string, string][] =
    intent === 'accept'
      ? [
          ['agree', 'yes'],
          ['name', 'Ida First'],
        ]
      : [['reason', 'Too dear,\nand too late']]
  await postForm(studio.url + path, fields, [['intent', intent], ['email', email], ...own])
}

test('an answer to an offer is at the top of the admin, in header and title, until Done @full', async ({
  studio,
  page,
}) => {
  const span = { p_from: addDays(dateAt(), 7), p_to: addDays(dateAt(), 14) }
  const { data: free } = await (await client(studio)).rpc('get_available_slots', span).throwOnError()
  const { id: requestId } = await book(studio, { name: 'Noa', date: free[0]?.date ?? '' })
  const { id } = await send(studio, requestId, 'Noa')
  const no = await makeOffer(studio, 'Nell No')
  await page.goto('/admin')
  await expect(page.getByRole('region', { name: 'Today’s calls' })).toBeVisible()
  const news = page.getByRole('region', { name: 'News of offers' })
  await expect(news).toHaveCount(0)

  await answer(studio, { path: linkOf(studio, id), email: 'noa@example.org' }, 'accept')
  await expect(news).toContainText(/Noa accepted your offer “Growth: .*”, \$14,374\.99/)
  await expect(news).toContainText(/Their call on .* still stands \(pending\)\./)
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'Offer accepted' })).toBeVisible()
  await expect(page).toHaveTitle(/^\(\d+\) Offer accepted · /)
  await expect(page.getByRole('region', { name: 'To answer' })).toContainText(/Noa.*They accepted the offer/)

  await answer(studio, no, 'decline')
  await expect(news.getByRole('blockquote')).toHaveText('Too dear,\nand too late')
  await expect(header.getByRole('link', { name: '2 offers answered' })).toBeVisible()
  expect(await axeViolations(page, ['section'])).toEqual([])
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.setViewportSize({ width: 1280, height: 800 })

  await test.step('after Done, Undo brings it back', async () => {
    await news.getByRole('button', { name: 'Done with the offer to Nell No' }).click()
    await expect(news).not.toContainText('Nell No')
    await toast(page, 'Success', 'News taken away').getByRole('button', { name: 'Undo' }).click()
    await expect(news).toContainText('Nell No')
  })

  await test.step('after all are done the title is as before; the turn stays', async () => {
    await news.getByRole('button', { name: 'Done with the offer to Nell No' }).click()
    await expect(news).not.toContainText('Nell No')
    await news.getByRole('button', { name: 'Done with the offer to Noa' }).click()
    await expect(news).toHaveCount(0)
    await expect(page).toHaveTitle(/^\(\d+\) (?!Offer)/)
    await expect(page.getByRole('region', { name: 'To answer' })).toContainText('They accepted the offer')
  })
})

test('the founders see every offer with its state, newest first, with sums, and filter by state', async ({
  studio,
  page,
}) => {
  const first = await makeOffer(studio, 'Ida First')
  const { id, requestId } = await makeOffer(studio, 'Ivo Later', { validUntil: addDays(dateAt(), 3) })
  await answer(studio, first, 'accept')
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Offers', exact: true }).click()
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  await expect(row('Ivo Later')).toContainText('$14,374.99')
  await expect(row('Ivo Later')).toContainText(/\(3 days left\)open$/)
  await expect(row('Ida First')).toContainText(/accepted.*, kept until /)
  const names = page
    .getByRole('row')
    .getByRole('link')
    .filter({ hasText: /^(Ida First|Ivo Later)$/ })
  await expect(names).toHaveText(['Ivo Later', 'Ida First'])
  await expect(page.getByRole('region', { name: 'By month' })).toContainText('$14,374.99')
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  for (const colorScheme of process.env.SOAK ? (['light', 'dark'] as const) : (['dark'] as const)) {
    await page.emulateMedia({ colorScheme })
    expect(await axeViolations(page, ['main'])).toEqual([])
  }
  for (const width of [768, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    const box = await row('Ivo Later').boundingBox()
    expect(box?.height, 'no column is a letter wide').toBeLessThan(200)
  }
  await page.setViewportSize({ width: 1280, height: 800 })

  await page.getByRole('navigation', { name: 'Offers by state' }).getByRole('link', { name: /^Open/ }).click()
  await expect(page).toHaveURL(/\?state=open$/)
  await expect(row('Ida First')).toHaveCount(0)
  await (await client(studio, studio.people.admin)).rpc('withdraw_offer', { p_offer_id: id }).throwOnError()
  await expect(row('Ivo Later'), 'the page follows').toHaveCount(0)
  await page.goto('/admin/offers?state=withdrawn')
  await row('Ivo Later').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`${requestId}$`))
  await page.goto('/admin/offers?state=nonsense')
  await expect(row('Ida First'), 'what is no state shows all').toBeVisible()
})

test('an offer that expired is news, and goes out again with another last day @full', async ({
  studio,
  page,
}) => {
  const { id } = await makeOffer(studio, 'Lou Late', { excluded: 'Nothing else' })
  await studio.sql(`set local session_replication_role = 'replica';
    update public.offer_versions set valid_until = private.studio_today() - 1 where offer_id = '${id}'`)
  await page.goto('/admin')
  const news = page.getByRole('region', { name: 'News of offers' })
  await expect(news).toContainText('Your offer to Lou Late has expired')
  await news.getByRole('link', { name: 'Send it again' }).click()
  const form = page.getByRole('form', { name: 'The offer' })
  await expect(form.getByLabel('Valid until the end of')).toHaveValue(addDays(dateAt(), 14))
  await expect(form.getByLabel('Not included', { exact: true }), 'the same text').toHaveValue('Nothing else')
  await form.getByRole('button', { name: 'Send version 2' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send it' }).click()
  await expect(toast(page, 'Success', 'Version 2 is ready to be sent')).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByRole('region', { name: 'Today’s calls' })).toBeVisible()
  await expect(page.getByText('Lou Late has expired')).toHaveCount(0)
})
