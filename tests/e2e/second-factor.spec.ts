import type { Locator, Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import { site } from '@/lib/content/studio'
import { formatClock } from '@/lib/dates'
import { run } from '@/supabase/local/tests/servers'
import { codeOf, wrongCode } from '../codes'
import { mailedLink, newAdmin, passwords } from '../recovery'
import { expectLive, openSetting } from './admin'
import { withPhone } from './forged-sessions'
import { axeViolations, expect, shareStudio, signIn, test } from './fixtures'
import { translate } from './translate'

shareStudio()

const code = (place: Page | Locator) =>
  place.getByRole('textbox', { name: 'Code from your phone', exact: true })
const CODE = 'Code from your phone'
const section = (page: Page) => page.getByRole('region', { name: CODE })
/** The line of the settings that lists an account's phones. */
const phones = (page: Page) => section(page).locator('summary')
const WRONG = 'That code is wrong. Type the newest one.'

/** Opens the sign-in in a browser, and enters the password. */
async function givePassword(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/login?next=/admin/settings')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(code(page)).toBeFocused()
}
async function giveCode(place: Page | Locator, typed: string) {
  await code(place).fill(typed)
  await code(place).press('Enter')
}

/** Decodes a QR code from a screenshot with some of the page around it, as a camera does. */
async function scan(code: Locator): Promise<string> {
  const page = code.page()
  await code.scrollIntoViewIfNeeded()
  const box = await code.boundingBox()
  if (!box) throw new Error('There is no code.')
  expect(box.height, 'as wide as high').toBe(box.width)
  const [x, y] = [box.x - 16, box.y - 8]
  const png = await page.screenshot({ clip: { x, y, width: box.width + 32, height: box.height + 16 } })
  const image = await page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      context?.drawImage(bitmap, 0, 0)
      const pixels = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? []
      return { width: bitmap.width, height: bitmap.height, data: [...pixels] }
    },
    [...png],
  )
  expect(
    Math.max(...image.data.filter((_, n) => n % 4 === 0)),
    'black on white: a camera is not as good',
  ).toBe(255)
  return decodeQR({ ...image, data: Uint8Array.from(image.data) })
}

const password = (place: Page | Locator) => place.getByLabel('Your password', { exact: true })

/** Adds a phone in the translated settings, beside the phone with the key `other`; returns its key. */
async function addPhone(page: Page, person: { password: string }, other = ''): Promise<string> {
  await page.goto('/admin/settings')
  await expectLive(page) // a live page is hydrated
  await translate(page)
  await openSetting(page, CODE)
  await section(page)
    .getByRole('button', { name: /^Add a code from/ })
    .click()
  await expect(password(section(page))).toBeFocused()
  await password(section(page)).fill(person.password)
  const secret = (await section(page).locator('code').innerText()).replaceAll(' ', '')
  const before = await section(page).getByRole('listitem').count()
  if (other) {
    await code(section(page)).fill(codeOf(other))
    await section(page).getByLabel('Code from the new phone').fill(codeOf(secret))
    await section(page).getByRole('button', { name: 'Add it' }).click()
  } else await giveCode(section(page), codeOf(secret))
  await expect(page.getByText(/^Code added\./)).toBeVisible()
  await expect(section(page).getByRole('button', { name: /^Add a code from/ })).toBeFocused()
  await expect(phones(page)).toContainText(before === 0 ? ', since' : ' · ')
  // Still open: the page did not load again, which would take the toast away.
  await expect(section(page).getByRole('listitem')).toHaveCount(before + 1)
  return secret
}

test('after a founder adds a code from their phone, the password alone opens nothing', async ({
  page,
  otherBrowser,
  studio,
}) => {
  test.slow()
  const person = await newAdmin(studio, 'kaka')
  const elsewhere = await otherBrowser()
  await signIn(elsewhere, person)
  await signIn(page, person)
  const secret = await addPhone(page, person)
  await expect(section(page).getByRole('listitem')).toContainText(/^Phonesince .*not used since/)
  await openSetting(page, 'Admins')
  await expect(
    page.getByRole('region', { name: 'Admins' }).getByRole('listitem').filter({ hasText: person.email }),
  ).toContainText('Code since')
  await page.goto('/admin')
  await expectLive(page)
  await test.step('another browser of the founder reads that its session has ended', async () => {
    await elsewhere.reload()
    await expect(elsewhere.getByText('Your session has ended. Sign in to go on.')).toBeVisible()
  })
  await test.step('the sign-in asks for the code; a wrong code stays selected, and nothing on the page moves', async () => {
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    await givePassword(page, person)
    expect(await axeViolations(page)).toEqual([])
    await page.goto('/admin')
    await expect(code(page), 'a half session opens nothing').toBeVisible()
    const button = page.getByRole('button', { name: 'Sign In' })
    const place = await button.boundingBox()
    await giveCode(page, wrongCode(secret))
    await expect(code(page)).toHaveAccessibleDescription(WRONG)
    await expect(code(page)).toBeFocused()
    expect(
      await code(page).evaluate(
        (field: HTMLInputElement) => (field.selectionEnd ?? 0) - (field.selectionStart ?? 0),
      ),
    ).toBe(6)
    expect(await button.boundingBox()).toEqual(place)
  })
  await test.step('the previous code is accepted, also with a space in it', async () => {
    const late = codeOf(secret, -1)
    await giveCode(page, `${late.slice(0, 3)} ${late.slice(3)}`)
    await page.waitForURL('**/admin')
    await expectLive(page)
  })
})

test('a founder scans the key, changes the password with a code, and replaces the phone @full', async ({
  page,
  studio,
}) => {
  test.slow()
  const person = await newAdmin(studio, 'moho')
  await signIn(page, person)
  await page.goto('/admin/settings')
  await openSetting(page, CODE)

  await test.step('the founder reads that the Supabase project has codes switched off, and tries again', async () => {
    studio.proxy.set('no totp', 'POST /auth/v1/factors')
    await section(page).getByRole('button', { name: 'Add a code from your phone' }).click()
    await expect(section(page).getByRole('alert')).toContainText('Supabase has codes switched off.')
    studio.proxy.set('none')
    await section(page).getByRole('button', { name: 'Try again' }).click()
    await expect(password(section(page))).toBeFocused()
  })
  await test.step('the key can be scanned, copied or typed; a wrong code has its error below the field', async () => {
    const secret = (await section(page).locator('code').innerText()).replaceAll(' ', '')
    const address = await section(page)
      .getByRole('link', { name: 'On this phone', includeHidden: true })
      .getAttribute('href')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await scan(section(page).getByRole('img')), colorScheme).toBe(address)
    }
    const { searchParams } = new URL(address ?? '')
    expect([searchParams.get('secret'), searchParams.get('issuer')]).toEqual([secret, site.name])
    await password(section(page)).fill(person.password)
    await giveCode(section(page), wrongCode(secret))
    await expect(code(section(page))).toHaveAccessibleDescription(WRONG)
    await expect(code(section(page))).toBeFocused()
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      // Leaves out toasts, because one may still be appearing.
      expect(await axeViolations(page, ['main']), `${width} px`).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    await section(page).getByRole('button', { name: 'Cancel' }).click()
  })
  const secret = await addPhone(page, person)
  await test.step('a changed password needs the code too, and this browser stays signed in', async () => {
    await page.goto('/admin/settings')
    await expectLive(page)
    await translate(page)
    await openSetting(page, 'Your password')
    const region = page.getByRole('region', { name: 'Your password' })
    await region.getByLabel('Present password', { exact: true }).fill(person.password)
    await region.getByLabel('New password', { exact: true }).fill(passwords[1] ?? '')
    await code(region).fill(wrongCode(secret))
    await region.getByRole('button', { name: 'Change the password' }).click()
    await expect(code(region)).toHaveAccessibleDescription(WRONG)
    await code(region).fill(codeOf(secret))
    await region.getByRole('button', { name: 'Change the password' }).click()
    await expect(page.getByText(/^Password changed\./)).toBeVisible()
    await page.reload()
    // The key that was cancelled above had the name 'Phone', until Auth dropped it.
    await expect(phones(page)).toContainText('Phone 2, since')
  })
  await test.step('a second phone is added; each goes with the password and a code, the last one too', async () => {
    const now = { password: passwords[1] ?? '' }
    const other = await addPhone(page, now, secret)
    await expect(section(page).getByRole('listitem').nth(1)).toContainText(/^Phonesince/)
    await section(page).getByRole('button', { name: 'Remove Phone 2' }).click()
    await password(section(page)).fill(person.password)
    await giveCode(section(page), codeOf(other))
    await expect(password(section(page))).toHaveAccessibleDescription('The present password is not right.')
    await password(section(page)).fill(now.password)
    await giveCode(section(page), codeOf(other))
    await expect(page.getByText(/^Code removed\./)).toBeVisible()
    await expect(phones(page)).not.toContainText('Phone 2, since')
    await expect(section(page).getByRole('listitem')).toHaveCount(1)
    await section(page).getByRole('button', { name: 'Remove Phone', exact: true }).click()
    await expect(section(page)).toContainText('Without it your password alone opens the admin.')
    await password(section(page)).fill(now.password)
    await giveCode(section(page), codeOf(other))
    await expect(section(page)).toContainText('None: your password alone opens the admin')
    await page.goto('/admin')
    await expectLive(page)
  })
})

test('a second tab at the code goes on; a second browser reads that its session has ended @full', async ({
  page,
  context,
  otherBrowser,
  studio,
}) => {
  const person = await withPhone(studio, 'kea')
  await givePassword(page, person)
  const tab = await context.newPage()
  await tab.goto('/login')
  const elsewhere = await otherBrowser()
  await givePassword(elsewhere, person)
  await giveCode(page, codeOf(person.secret))
  await page.waitForURL('**/admin/settings')
  await giveCode(tab, codeOf(person.secret))
  await tab.waitForURL('**/admin')
  await giveCode(elsewhere, codeOf(person.secret))
  await expect(elsewhere.getByText('Your session has ended. Sign in to go on.')).toBeVisible()
  await givePassword(elsewhere, person)
  await elsewhere.getByRole('button', { name: 'Log out' }).click()
  await expect(elsewhere.getByLabel('Password', { exact: true })).toBeVisible()
  await page.reload()
  await expect(section(page), 'that ended only the other').toBeVisible()
})

test('five wrong codes close the field for fifteen minutes, and the settings say so later @full', async ({
  page,
  studio,
}) => {
  const person = await withPhone(studio, 'ruru')
  await givePassword(page, person)
  for (let n = 0; n < 5; n++) {
    const response = page.waitForResponse((one) => one.request().method() === 'POST')
    await giveCode(page, wrongCode(person.secret))
    await response
    await expect(page.getByRole('button', { name: 'Sign In' }), 'no longer signing in').toBeVisible()
  }
  await expect(code(page)).toHaveAccessibleDescription(
    /^Five codes were wrong\. Try again after \d+:\d\d [AP]M\.$/,
  )
  await expect(code(page)).toBeDisabled()
  await page.reload()
  await giveCode(page, codeOf(person.secret))
  await expect(code(page), 'also after a reload').toHaveAccessibleDescription(/^Five codes were wrong/)
  await test.step('the minute that the page names is late enough', async () => {
    const minute = Math.floor(Date.now() / 60_000) * 60_000
    await studio.sql(
      `update private.code_tries set tried_at = '${new Date(minute - 176_000).toISOString()}'`, // free at 12:04
    )
    await page.reload()
    await giveCode(page, codeOf(person.secret))
    const free = new Date(minute + 13 * 60_000).toISOString()
    await expect(code(page)).toHaveAccessibleDescription(new RegExp(`after ${formatClock(free)}`))
  })
  await studio.sql(`update private.code_tries set tried_at = tried_at - interval '15 minutes'`)
  await page.reload()
  await giveCode(page, codeOf(person.secret))
  await page.waitForURL('**/admin/settings')
  await expect(section(page)).toContainText(/5 wrong codes, (today|\d+ \w+)/)
})

test('a founder who forgot the password gives the new one and the code in one form of the link', async ({
  page,
  studio,
}) => {
  const person = await withPhone(studio, 'toroa')
  const link = await mailedLink(studio, person.email, async () => {
    await page.goto('/login/forgotten')
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Send the mail' }).click()
  })
  const wanted = page.getByLabel('New password', { exact: true })
  await page.goto(link)
  await translate(page)
  await expect(page.getByText('Another admin can remove your code'), 'whom to ask').toBeVisible()
  await wanted.fill(passwords[1] ?? '')
  await giveCode(page, wrongCode(person.secret))
  await expect(code(page)).toHaveAccessibleDescription(WRONG)
  await expect(code(page)).toBeFocused()
  await expect(wanted, 'nothing typed is lost').toHaveValue(passwords[1] ?? '')
  expect(await axeViolations(page)).toEqual([])
  await page.reload() // the link is used up, and its session goes on
  await wanted.fill(passwords[1] ?? '')
  await giveCode(page, codeOf(person.secret))
  await page.waitForURL('**/admin')
  await expect(page.getByRole('banner').getByText(`Welcome, ${person.email}`)).toBeVisible()
})

test('after the loss of a phone another admin or the server’s owner removes it; its sessions end @full', async ({
  page,
  otherBrowser,
  studio,
}) => {
  const [lost, helper] = [await withPhone(studio, 'kuaka'), await newAdmin(studio, 'tarapunga')]
  const theirs = await otherBrowser()
  await givePassword(theirs, lost)
  await giveCode(theirs, codeOf(lost.secret))
  await theirs.waitForURL('**/admin/settings')
  await signIn(page, helper)
  await page.goto('/admin/settings')
  await openSetting(page, 'Admins')
  await page.getByRole('button', { name: `Remove the code of ${lost.email}` }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Your password', { exact: true }).fill('not this one')
  await dialog.getByRole('button', { name: 'Remove their code' }).click()
  await expect(dialog.getByLabel('Your password', { exact: true })).toHaveAccessibleDescription(
    'The present password is not right.',
  )
  await dialog.getByLabel('Your password', { exact: true }).fill(helper.password)
  await dialog.getByRole('button', { name: 'Remove their code' }).click()
  const row = page
    .getByRole('region', { name: 'Admins' })
    .getByRole('listitem')
    .filter({ hasText: lost.email })
  await expect(row).toContainText('No code')
  await expect(row).toContainText(`${helper.email} removed their code on`)
  await theirs.reload()
  await expect(theirs.getByText('Your session has ended. Sign in to go on.')).toBeVisible()
  await signIn(theirs, lost)

  await test.step('on the server, by the command', async () => {
    const secret = await addPhone(theirs, lost)
    const reset = await run('scripts/admin-create.ts', [lost.email, '--reset-factor'], studio.data)
    expect(reset.output).toContain(`The code of ${lost.email} is removed`)
    expect(reset.output).toContain('No mail was sent: tell them yourself.')
    await theirs.reload()
    await expect(theirs.getByText('Your session has ended. Sign in to go on.')).toBeVisible()
    expect(secret).not.toBe('')
    await signIn(theirs, lost)
    const again = await run('scripts/admin-create.ts', [lost.email, '--reset-factor'], studio.data)
    expect([again.code, again.output.trim()]).toEqual([
      1,
      `${lost.email} has no code: the password alone opens the admin.`,
    ])
  })
})
