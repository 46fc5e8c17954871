import { postForm, readForm } from '../native-form'
import type { Studio } from '../studio'
import { client, expectLive, test, toast } from './admin'
import { formatCents } from '@/lib/money'
import { addDays, dateAt } from '@/lib/dates'
import { axeViolations, expect, shareStudio } from './fixtures'
import { makeOffer, send } from './offers'

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

test('founders see every offer with state and sum, the ones to answer first, and filter by state', async ({
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
  await expect(row('Ivo Later')).toContainText(formatCents(1_437_499))
  await expect(row('Ivo Later')).toContainText(/open3 days left, \d+ \w+$/)
  await expect(row('Ida First')).toContainText(/acceptedto answer, \d+ \w+$/)
  const names = page
    .getByRole('row')
    .getByRole('link')
    .filter({ hasText: /^(Ida First|Ivo Later)$/ })
  await expect(names).toHaveText(['Ida First', 'Ivo Later'])
  const sums = page
    .getByRole('main')
    .getByText(`${formatCents(1_437_499)} open · ${formatCents(1_437_499)} won in `)
  await expect(sums).toBeVisible()
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
  await (
    await client(studio, studio.people.admin)
  )
    .rpc('withdraw_offer', { p_offer_id: id, p_version: 1 })
    .throwOnError()
  await expect(row('Ivo Later'), 'the page follows').toHaveCount(0)
  await page.goto('/admin/offers?state=withdrawn')
  await row('Ivo Later').getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`${requestId}$`))
  await page.goto('/admin/offers?state=nonsense')
  await expect(row('Ida First'), 'what is no state shows all').toBeVisible()
})

test('an accepted or declined offer is first in the list until an admin answers it @full', async ({
  studio,
  page,
}) => {
  const yes = await makeOffer(studio, 'Noa')
  const no = await makeOffer(studio, 'Nell No')
  await makeOffer(studio, 'Oli Open', { validUntil: dateAt() })
  await page.goto('/admin')
  const toAnswer = page.getByRole('region', { name: 'To answer' })
  await expectLive(page)
  await answer(studio, yes, 'accept')
  await expect(toAnswer).toContainText(/Noa.*Accepted the offer, \D?14/)
  await answer(studio, no, 'decline')
  await expect(toAnswer).toContainText(/Nell No.*Declined the offer/)

  await page.goto('/admin/offers')
  const names = page
    .getByRole('row')
    .getByRole('link')
    .filter({ hasText: /^(Noa|Nell No|Oli Open)$/ })
  await expect(names).toHaveText(['Noa', 'Nell No', 'Oli Open'])
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
  for (const name of ['Noa', 'Nell No']) await expect(row(name)).toContainText('to answer')
  expect(await axeViolations(page, ['main'])).toEqual([])

  await (
    await client(studio, studio.people.admin)
  )
    .rpc('set_answered', { p_request_id: yes.requestId, p_answered: true })
    .throwOnError()
  await expect(names, 'the page follows').toHaveText(['Nell No', 'Oli Open', 'Noa'])
  await expect(row('Noa')).toContainText('accepted')
  await expect(row('Noa')).not.toContainText('to answer')

  await test.step('the reason for declining stays with its version after the next one is sent', async () => {
    await row('Nell No').getByRole('link').click()
    const reason = page.getByRole('blockquote')
    await expect(page.getByRole('main')).toContainText('Too dear,\nand too late')
    await expect(reason).toHaveCount(0)
    await send(studio, no.requestId, 'Nell No')
    await expect(reason, 'once').toHaveText('Too dear,\nand too late')
    await expect(page.getByText('Too dear,')).toHaveCount(1)
  })
})

test('a founder sees an expired offer among those to answer, and sends it with another last day @full', async ({
  studio,
  page,
}) => {
  const { id, requestId } = await makeOffer(studio, 'Lou Late', { excluded: 'Nothing else' })
  await studio.sql(`set local session_replication_role = 'replica';
    update public.offer_versions set valid_until = private.studio_today() - 1 where offer_id = '${id}';
    update public.request_events set waits_until = private.end_of_day(private.studio_today() - 1)
    where request_id = '${requestId}' and kind = 'offered';
    set local session_replication_role = 'origin';
    select private.update_turn('${requestId}')`)
  await page.goto('/admin')
  const toAnswer = page.getByRole('region', { name: 'To answer' })
  await expect(toAnswer).toContainText(/Lou Late.*Your offer has expired/)
  await page.goto('/admin/offers')
  await page.getByRole('link', { name: 'Lou Late', exact: true }).click()
  const form = page.getByRole('form', { name: 'The offer' })
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem'), 'one door, and an acceptance that came in time').toHaveText([
    'They accepted by email',
  ])
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await page.getByRole('link', { name: 'Write version 2' }).click()
  await expect(form.getByLabel('Valid until the end of')).toHaveValue(addDays(dateAt(), 14))
  await expect(form.getByLabel('Not included', { exact: true }), 'the same text').toHaveValue('Nothing else')
  await form.getByRole('button', { name: 'Send version 2' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send it' }).click()
  await expect(toast(page, 'Success', 'Version 2 for Lou Late is ready to be sent')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Write version 2' })).toHaveCount(0)
})
