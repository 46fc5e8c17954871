import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { postForm, readForm } from '../native-form'
import type { Studio } from '../studio'
import {
  address,
  book,
  chooseVerb,
  client,
  closeToasts,
  expectLive,
  hold,
  inquire,
  loseResponses,
  test,
  toast,
} from './admin'
import { deploy, read } from './booking'
import { currencyWord, formatAmount, formatCents, formatNumber } from '@/lib/money'
import { place } from '@/lib/content/place'
import { offerTerms, party } from '@/lib/content/offer'
import { site as publicSite } from '@/lib/content/studio'
import { packageOf, scopeOf } from '@/lib/content/packages'
import { addDays, dateAt, formatDate, formatLongDate } from '@/lib/dates'
import { tier } from '../tier'
import { axeLooks, axeViolations, expect, scriptBytes, shareStudio, holdRequests } from './fixtures'
import { startMailedSite } from './mailed-site'
import { linkOf as bookingLinkOf } from './manage'
import { linkOf, makeOffer, send } from './offers'

shareStudio()
test.afterEach(({ studio }) => studio.proxy.set('none'))

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const sheet = (page: Page) => page.getByRole('article')
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const accept = (page: Page) => page.getByRole('form', { name: 'Accept this offer' })
const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest('hex')

/** Fills in the form in its order, ticks the box and presses the button. */
async function fillIn(page: Page, { name, email }: { name: string; email: string }) {
  const form = accept(page)
  await form.getByLabel('Your full name').fill(name)
  await form.getByLabel('Your email address').fill(email)
  await form.getByRole('checkbox').check()
  await form.getByRole('button', { name: 'Accept the offer' }).click()
}

/** Answers an offer as a browser without JavaScript does, with the fields of an earlier page. */
async function openOffer(studio: Studio, path: string) {
  const { fields } = await readForm(studio.url + path)
  return (name: string, email: string) =>
    postForm(studio.url + path, fields, [
      ['intent', 'accept'],
      ['agree', 'yes'],
      ['name', name],
      ['email', email],
    ])
}

/** The stored acceptance of an offer, or null. */
async function acceptanceOf(studio: Studio, id: string) {
  const admin = await client(studio, studio.people.admin)
  const { data } = await admin
    .from('offer_acceptances')
    .select('version, channel, typed_name, email, sha256, consent_text')
    .eq('offer_id', id)
    .maybeSingle()
    .throwOnError()
  return data
}

/** Expects that a founder's page has no axe violation in one scheme, and fits a window of 320 px. */
async function expectForEverybody(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(await axeViolations(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** Opens one of the lines below an offer's form. */
const openLine = (form: Locator, title: string) => form.locator('summary').filter({ hasText: title }).click()

async function downloadOf(page: Page, link = /Download the text/) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link }).click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test.describe('with a mail server', () => {
  let mailed: Awaited<ReturnType<typeof startMailedSite>>
  test.beforeAll(async ({ studio }) => {
    mailed = await startMailedSite(studio)
  })
  test.afterAll(async () => {
    await mailed.close()
    await mailed.mailServer.close()
  })

  test('from draft to print the visitor reads exactly the offer’s hashed text', async ({
    studio,
    page,
    otherBrowser,
  }) => {
    const { mailServer, ...site } = mailed
    const email = address('Aroha Ngata')
    const { id: requestId } = await inquire(studio, {
      name: 'Aroha Ngata',
      message: 'An app for surf lessons',
    })
    const visitor = await otherBrowser()
    const mailsTo = (to: string) => mailServer.received.filter(({ envelopeTo }) => envelopeTo.includes(to))
    const newest = () => mailsTo(email).at(-1)
    const linkIn = (text = '') => {
      const [, path = ''] = /https:\/\/[^/\s]+(\/offer\/\S+)/.exec(text) ?? []
      return site.url + path
    }
    const form = page.getByRole('form', { name: 'The offer' })
    const preview = page.getByRole('region', { name: 'What they will read' })
    const field = (label: string) => form.getByLabel(label, { exact: true })

    await test.step('written: the form names missing fields, and the sum follows each digit', async () => {
      await page.goto(`${site.url}/admin/requests/${requestId}`)
      await page.getByRole('link', { name: 'Write an offer' }).click()
      await expect(page.getByRole('heading', { name: 'Offer to Aroha Ngata' })).toBeVisible()
      await form.getByRole('button', { name: 'Send version 1' }).click()
      await expect(field('What is offered')).toBeFocused()
      await field('What is offered').fill('An app for surf lessons')
      await field('Line 1').fill('The app')
      const amount = field(`Amount of line 1, in ${currencyWord()} without ${place.tax.name}`)
      for (const typed of ['1.000,50', '1,50']) {
        await amount.fill(typed)
        await amount.press('Tab')
        await expect(amount).toHaveAccessibleDescription(/^This is not understood\./)
      }
      await amount.fill('12,000')
      await amount.press('Tab')
      await expect(amount).toHaveAccessibleDescription('')
      await form.getByRole('button', { name: 'Add a line' }).click()
      await field('Line 2').fill('Logo')
      await field(`Amount of line 2, in ${currencyWord()} without ${place.tax.name}`).fill('499.99')
      const sum = form.getByRole('status').filter({ hasText: 'The whole price' })
      await expect(sum).toContainText(`${place.tax.name} ${formatCents(187_500)}`)
      await expect(sum).toContainText(`The whole price ${formatCents(1_437_499)}`)
      await field('Included').fill('Booking\nMoving')
      await field('How long').fill('4-6 weeks')
      await expect(field('For')).toHaveValue('Aroha Ngata')
      await field('Their company (optional)').fill('Ngata Surf Limited')
      await expect(preview).toContainText('Company: Ngata Surf Limited')
      await openLine(form, 'Your own words in the email')
      await field('Your own words in the email (optional)').fill(`Hello Aroha, as we said.`)
      await expect(preview).not.toContainText('as we said')
      await openLine(form, 'Reminder')
      await expect(form.getByRole('checkbox', { name: /^Remind them once/ })).toBeChecked()
      await expect(preview).toContainText(`= ${formatCents(1_437_499)}`)
      expect(await axeViolations(page, ['form'])).toEqual([])
    })

    await test.step('saved, before it is sent', async () => {
      await expect(form.getByText('Not saved yet')).toBeVisible()
      await form.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(toast(page, 'Success', 'Offer saved')).toBeVisible()
      await expect(form.getByText('Draft saved')).toBeVisible()
    })

    await test.step('sent after a question with sum, address and next version: the mail goes at once', async () => {
      await form.getByRole('button', { name: 'Send version 1' }).click()
      const question = page.getByRole('alertdialog', { name: 'Send version 1 to Aroha Ngata?' })
      const isSample = party.sample || offerTerms.sample
      await expect(question.getByText('are still samples')).toHaveCount(isSample ? 1 : 0)
      await expect(question).toContainText(/ with .*, valid until the end of .*, to aroha-ngata@/)
      await expect(question).toContainText(
        `${email} gets an email with its link at once. Nothing takes it back: a change is version 2, or you withdraw it.`,
      )
      await question.getByRole('button', { name: 'Send it' }).click()
      const sent = toast(page, 'Success', 'Version 1 for Aroha Ngata sent')
      await expect(sent).toBeVisible()
      await expect(sent.getByRole('button', { name: 'Undo' })).toHaveCount(0)
      await expect(page.getByText('They can accept version 1', { exact: true })).toBeVisible()
      await expect.poll(() => newest()?.subject).toBe('Our offer to you')
      expect(mailsTo(email).filter(({ subject }) => subject === 'Our offer to you')).toHaveLength(1)
      expect(newest()?.text).toContain(`Hello Aroha, as we said.`)
      await expect(page.getByRole('button', { name: 'I have sent it' }), 'it went out').toHaveCount(0)
      await visitor.goto(linkIn(newest()?.text))
      await expect(title(visitor, 'Our offer to you')).toBeVisible()
      await expect(sheet(visitor).getByRole('heading', { level: 2 })).toHaveText('An app for surf lessons')
    })

    await test.step('changed while the visitor reads it: they see the changes, and nothing is accepted', async () => {
      await expect(form, 'the next version is folded').toBeHidden()
      await page.getByText('Write version 2', { exact: true }).click()
      await expect(field('Your own words in the email (optional)'), 'the next mail has its own').toHaveValue(
        '',
      )
      await field('Included').fill('Booking\nMoving\nCancelling')
      await form.getByRole('button', { name: 'Send version 2' }).click()
      await expect(page.getByRole('alertdialog')).toContainText('Version 1 can then no longer be accepted.')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Send it' }).click()
      await expect(toast(page, 'Success', 'Version 2 for Aroha Ngata sent')).toBeVisible()
      await expect(page.getByText('Write version 3', { exact: true })).toBeFocused()
      await expect(form).toBeHidden()
      await fillIn(visitor, { name: 'Aroha Ngata', email })
      await expect(alert(visitor)).toContainText('We have sent a newer version since you opened this page.')
      await expect(alert(visitor)).toBeFocused()
      await expect(
        accept(visitor).getByRole('checkbox'),
        'nothing is ticked that was not read',
      ).not.toBeChecked()
      const changed = visitor.getByRole('group').filter({ hasText: 'What changed since version 1' })
      await expect(changed.getByRole('listitem'), 'in sight, and only what matters').toHaveText([
        /Included\s*New: Cancelling/,
      ])
      await expect(changed.getByRole('listitem')).toBeVisible()
    })

    const { data } = await (
      await client(studio, studio.people.admin)
    )
      .from('offers')
      .select('id')
      .eq('request_id', requestId)
      .single()
      .throwOnError()
    expect(await acceptanceOf(studio, data.id)).toBeNull()

    await test.step('downloaded: the file has the hash that the page prints', async () => {
      const file = await downloadOf(visitor)
      expect(file.name).toBe('offer-2.txt')
      await expect(sheet(visitor)).toContainText(
        `If anyone changed a single letter, it would be another one: ${sha256(file.bytes)}`,
      )
    })

    await test.step('accepted: both get the whole text, and the founder’s page says so', async () => {
      await fillIn(visitor, { name: 'Aroha Ngata', email: email.toUpperCase() })
      await expect(visitor.getByRole('status')).toContainText('Thank you. The offer is accepted.')
      await expect(title(visitor, 'You have accepted this offer')).toBeVisible()
      await expect(accept(visitor)).toHaveCount(0)
      const words = `Accepted by Aroha Ngata, ${email.toUpperCase()}, on `
      await expect(sheet(visitor)).toContainText(words)
      await expect(sheet(visitor)).toContainText(
        'with the words “I have read version 2 of this offer and its terms, and I accept it.”',
      )
      const file = await downloadOf(visitor, /with your acceptance/)
      expect(file.name, 'what they keep says who signed').toBe('accepted-offer-2.txt')
      expect(file.bytes.toString()).toContain(words)
      const frozen = await visitor.request.get(`${new URL(visitor.url()).pathname}/offer-2.txt`)
      expect(sha256(await frozen.body()), 'the other file still proves the text').toBe(
        (await acceptanceOf(studio, data.id))?.sha256,
      )
      await expect
        .poll(() => mailsTo('us@studio.test').map(({ subject }) => subject))
        .toContain('Accepted: the offer to Aroha Ngata')
      await expect.poll(() => newest()?.subject).toMatch(/^Accepted/)
      for (const mail of [newest(), mailsTo('us@studio.test').at(-1)]) {
        const attached = mail?.attachments[0]?.content ?? Buffer.of()
        expect(sha256(attached)).toBe((await acceptanceOf(studio, data.id))?.sha256)
        expect(mail?.text).toContain(attached.toString())
      }
      await page.reload()
      await expect(page.getByText('They accepted version 2')).toBeVisible()
      await expect(form).toHaveCount(0)
    })
    expect(await acceptanceOf(studio, data.id)).toMatchObject({
      ...{ version: 2, channel: 'page', typed_name: 'Aroha Ngata' },
      consent_text: 'I have read version 2 of this offer and its terms, and I accept it.',
    })

    await test.step('printed: the text with its hash, dark on white, and no control', async () => {
      await visitor.emulateMedia({ media: 'print', colorScheme: 'dark' })
      for (const role of ['link', 'button', 'textbox', 'checkbox', 'navigation'] as const)
        await expect(visitor.getByRole(role), role).toHaveCount(0)
      await expect(sheet(visitor)).toContainText('This text has a fingerprint')
      const wrong = await visitor.getByRole('main').evaluate(
        (main) =>
          [...main.querySelectorAll('*')]
            .filter((element) => element.checkVisibility())
            .map((element) => getComputedStyle(element))
            .filter(
              ({ color, backgroundColor }) =>
                color !== 'rgb(0, 0, 0)' || !/255, 255, 255|0, 0, 0, 0/.test(backgroundColor),
            ).length,
      )
      expect(wrong).toBe(0)
      const pdf = await visitor.pdf({ format: 'A4' })
      expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length, 'one sheet').toBe(1)
    })
    // Closes live pages, because they would miss the stopped site.
    await Promise.all([page.close(), visitor.close()])
  })
})

test('a visitor who answers an offer that changed meanwhile reads the change, and nothing is stored', async ({
  studio,
}) => {
  const admin = await client(studio, studio.people.admin)
  const changes = [
    {
      change: async ({ path, email }: { path: string; email: string }) =>
        (await openOffer(studio, path))('Cleo', email),
      says: /^This offer was already accepted\.On .+ at \d{1,2}:\d\d [ap]m NZ[DS]T\./,
      heading: 'You have accepted this offer',
      more: '',
    },
    {
      change: ({ id }: { id: string }) =>
        admin
          .rpc('withdraw_offer', { p_offer_id: id, p_version: 1, p_reason: 'We cannot start in time.' })
          .throwOnError(),
      says: /We withdrew this offer while you had it open\./,
      heading: 'We have withdrawn this offer',
      more: 'We cannot start in time.',
    },
    {
      change: ({ id }: { id: string }) =>
        studio.sql(
          `set local session_replication_role = 'replica'; update public.offer_versions set valid_until = private.studio_today() - 1 where offer_id = '${id}'`,
        ),
      says: /This offer has expired\./,
      heading: 'This offer has expired',
      more: '',
    },
    {
      change: ({ email }: { email: string }) => admin.rpc('erase_person', { p_email: email }).throwOnError(),
      says: null,
      heading: 'This link does not work',
      more: '',
    },
  ]
  for (const { change, says, heading, more } of changes) {
    const offer = await makeOffer(studio, 'Cleo')
    const accept = await openOffer(studio, offer.path)
    await change(offer)
    const before = await acceptanceOf(studio, offer.id)
    const { alert: said, html } = await accept('Cleo', offer.email)
    expect(html).toMatch(new RegExp(`<h1[^>]*>${heading}<`))
    if (says) expect(said).toMatch(says)
    expect(html).toContain(more)
    expect(html, 'it cannot be accepted any more').not.toContain('Accept the offer</button>')
    expect(await acceptanceOf(studio, offer.id)).toEqual(before)
  }
})

test('after too many wrong e-mails the visitor reads why, keeps the entries; the founder sees it @full', async ({
  studio,
  page,
}) => {
  const { id, requestId, path, email } = await makeOffer(studio, 'Dee')
  const { status, text } = await read(studio, path)
  expect(status).toBe(200)
  expect(text, 'the page does not tell it').not.toContain(email)
  expect(text, 'but which of theirs it is').toContain(`: ${email[0]}…@${email.split('@')[1]}<`)
  expect(text).toContain('Accept the offer</button>')
  const accept = await openOffer(studio, path)
  for (const left of ['4 more times', '3 more times', '2 more times', 'once more', 'again today'])
    expect((await accept('Dee', 'guess@example.org')).html, 'how many tries are left').toContain(left)
  const { alert: said, html } = await accept('Dee', email)
  expect(said).toContain('Too many wrong email addresses were tried for this offer.')
  expect(html, 'what was typed is still there').toContain('value="Dee"')
  await page.goto(`/admin/offers/${requestId}`)
  await expect(
    page.getByRole('paragraph').filter({ hasText: /^In 24 hours 5 wrong email addresses/ }),
  ).toContainText('It takes none any more, not even theirs: send another version, which begins anew.')

  await test.step('an offer with a typo in its last day from an earlier version shows both its pages', async () => {
    await studio.sql(`
      insert into public.offer_versions (offer_id, version, body, text, sha256, total_cents, sent_by, valid_until)
      select offer_id, 2, body, text, '', total_cents, sent_by, '2226-11-23' from public.offer_versions where offer_id = '${id}'`)
    const { status, text } = await read(studio, path)
    expect({ status, text }).toEqual({ status: 200, text: expect.stringContaining('23 November 2226') })
    await page.reload()
    await expect(page.getByText(/They can accept version 2 until the end of .* 23 Nov 2226\./)).toBeVisible()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Withdraw it' })).toBeVisible()
  })
})

test('reading an offer changes nothing, and no cache or search engine keeps it @full', async ({
  studio,
  request,
}) => {
  const { id, path, text } = await makeOffer(studio, 'Fay')
  for (const method of ['get', 'head'] as const)
    for (const url of [path, `${path}?since=1`, `${path}/offer-1.txt`]) {
      const response = await request[method](url)
      expect(response.status(), url).toBe(200)
      expect(response.headers(), url).toMatchObject({
        'x-robots-tag': 'noindex',
        'referrer-policy': 'strict-origin',
      })
      expect(response.headers()['cache-control'], url).toContain('no-store')
    }
  expect(await (await request.get(`${path}/offer-1.txt`)).text()).toBe(text)
  expect((await request.get(`${path}/offer-2.txt`)).status()).toBe(404)
  expect(await scriptBytes(request, path), 'no more than the booking page may').toBeLessThanOrEqual(180_000)
  expect(await acceptanceOf(studio, id)).toBeNull()
})

test('an erased person’s accepted offer stays for a stated time, then the founder deletes it @full', async ({
  studio,
  page,
}) => {
  const email = address('Hana')
  const span = { p_from: addDays(dateAt(), 7), p_to: addDays(dateAt(), 14) }
  const { data: free } = await (await client(studio)).rpc('get_available_slots', span).throwOnError()
  const { id: requestId } = await book(studio, { name: 'Hana', date: free[0]?.date ?? '' })
  const { id } = await send(studio, requestId, 'Hana')
  await (
    await openOffer(studio, linkOf(studio, id))
  )('Hana', email)
  const today = dateAt()
  const until = `${Number(today.slice(0, 4)) + 7}${today.slice(4)}`

  await test.step('the person reads that it stays, before and after erasing their details', async () => {
    const link = studio.url + bookingLinkOf(studio, requestId)
    const { fields } = await readForm(link)
    const erase = (intent: string) =>
      postForm(link, fields, [
        ['intent', intent],
        ['email', email],
      ])
    expect((await erase('erase')).html).toContain(
      `One thing stays: the offer that you accepted, with your name and email address, until ${formatLongDate(until)}`,
    )
    const { status, location } = await erase('erase-now')
    expect(status).toBe(303)
    const after = await (await fetch(location)).text()
    expect(after).toMatch(/<h1[^>]*>Your details are erased</)
    expect(after).toContain('The offer that you accepted stays')
    expect(after).toContain(formatLongDate(until))
    expect(await acceptanceOf(studio, id)).toMatchObject({ typed_name: 'Hana' })
  })

  await page.goto('/admin/offers')
  const line = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Hana', exact: true }) })
  await expect(line).toContainText('details erased')
  await expectForEverybody(page, 'dark')
  await line.getByRole('link', { name: 'Hana', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'An offer whose person was erased' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`Kept until ${formatDate(until)}`)
  await expect(page.getByRole('main').getByRole('button', { name: /Delete/ })).toHaveCount(0)
  const file = await page.request.get(`/admin/offers/${id}/offer-1.txt`)
  expect(sha256(await file.body())).toBe((await acceptanceOf(studio, id))?.sha256)

  await studio.sql(`set local session_replication_role = 'replica';
    update public.offer_acceptances set keep_until = private.studio_today() - 1 where offer_id = '${id}'`)
  await page.goto('/admin/offers')
  await expect(line).toContainText('can be deleted')
  await line.getByRole('link', { name: 'Hana', exact: true }).click()
  await page.getByRole('button', { name: /Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete now' }).click()
  await expect(page.getByText('Offer deleted')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('There is no such request, or its person was erased.')
  await page.getByRole('main').getByRole('link', { name: 'Offers', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Offers', exact: true })).toBeVisible()
  await expect(line).toHaveCount(0)
  expect(await acceptanceOf(studio, id)).toBeNull()
})

test('without a mail server a founder sends an offer by the reply form, and notes that it is sent', async ({
  studio,
  page,
}) => {
  const { id: requestId } = await inquire(studio, { name: 'Lena Letter', message: 'An app, please' })
  const { path: first } = await makeOffer(studio, 'Not Lena')
  const admin = await client(studio, studio.people.admin)
  const stored = async () =>
    (
      await admin
        .from('requests')
        .select('status, owner, turn_reason')
        .eq('id', requestId)
        .single()
        .throwOnError()
    ).data
  const form = page.getByRole('form', { name: 'The offer' })
  const panel = page.getByRole('region', { name: 'What to do' })
  const mailLink = panel.getByRole('link', { name: 'Write an email' })
  const textOf = async () =>
    new URL((await mailLink.getAttribute('href')) ?? '').searchParams.get('body')?.replaceAll('\r', '') ?? ''
  await page.goto(`/admin/offers/${requestId}`)
  await test.step('a package fills in its price, scope and weeks, and Undo empties them', async () => {
    const [growth, scale] = [packageOf('growth'), packageOf('scale')]
    const amount = form.getByLabel(`Amount of line 1, in ${currencyWord()} without ${place.tax.name}`)
    await form.getByRole('radio', { name: new RegExp(`^${scale.name}`) }).check()
    await expect(amount).toHaveValue(formatNumber(scale.amount))
    await form.getByRole('button', { name: 'Undo' }).click()
    await expect(amount).toHaveValue('')
    await expect(form.getByRole('radio', { name: new RegExp(`^${scale.name}`) })).not.toBeChecked()
    await form.getByRole('radio', { name: new RegExp(`^${growth.name}`) }).check()
    await expect(amount).toHaveValue(formatNumber(growth.amount))
    await expect(form.getByLabel('Included', { exact: true })).toHaveValue(scopeOf(growth).join('\n'))
    await expect(page.getByText('one gap left')).toBeVisible()
    await page.getByRole('button', { name: 'what is built' }).click()
    await expect(form.getByLabel('What is offered')).toBeFocused()
  })
  await form.getByLabel('What is offered').fill('An app')
  await form.getByRole('button', { name: 'Send version 1' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send it' }).click()
  await expect(toast(page, 'Success', 'Version 1 for Lena Letter is ready to be sent')).toBeVisible()

  await test.step('the email to them is one press, with its words and the link', async () => {
    await expect(panel).toBeFocused()
    await expect(panel).toContainText('Version 1 is made: send it yourself, no mail server is set up.')
    expect(await textOf()).toMatch(
      new RegExp(`${place.letters.greeting} Lena,[^]+As promised, in writing[^]+Valid until: the end of`),
    )
    expect(await stored(), 'it is not answered yet').toMatchObject({
      status: 'new',
      owner: null,
      turn_reason: 'wrote',
    })
    const href = (await mailLink.getAttribute('href')) ?? ''
    expect(href.length).toBeLessThanOrEqual(1_900)
    const { pathname, searchParams } = new URL(href)
    expect(pathname).toBe(address('Lena Letter'))
    expect(searchParams.get('subject')).toBe('Our offer to you')
    const [, link = ''] = /(http\S+\/offer\/\S+)/.exec(searchParams.get('body') ?? '') ?? []
    expect(link.length).toBe(publicSite.url.length + first.length)
    expect((await page.request.get(link.replace(publicSite.url, studio.url))).status()).toBe(200)
    expect(await axeViolations(page, ['main'])).toEqual([])
  })

  await test.step('what is noted as sent answers the request', async () => {
    const ofRequest = async () => (await page.request.get(`/admin/requests/${requestId}`)).text()
    expect(await ofRequest(), 'also on the request’s page').toContain(
      `Version 1, ${formatAmount(1_380_000)}, made`,
    )
    await panel.getByRole('button', { name: 'I have sent it' }).click()
    await expect(toast(page, 'Success', /^Answer to .* noted$/)).toBeVisible()
    await expect(panel).toContainText('They can accept version 1 until the end of')
    await expect(panel, 'the pressed button has gone').toBeFocused()
    expect(await ofRequest()).toContain(`Version 1, ${formatAmount(1_380_000)}, open`)
    expect(await stored()).toMatchObject({
      status: 'replied',
      owner: expect.any(String) as unknown,
      turn_reason: 'offered',
    })
  })

  await test.step('withdrawn, the email to them has the reason and no link', async () => {
    await chooseVerb(page, 'Withdraw it')
    await expect(page.getByLabel('Why (optional)')).toBeFocused()
    await page.getByLabel('Why (optional)').fill('We cannot start in time.')
    const withdraw = page.getByRole('button', { name: 'Withdraw the offer' })
    await withdraw.click()
    const question = page.getByRole('alertdialog', { name: 'Withdraw version 1 for Lena Letter?' })
    await expect(question).toContainText(
      `They cannot accept the ${formatCents(1_380_000)} any more. Nothing opens version 1 again: after it you can only send version 2.`,
    )
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(withdraw).toBeFocused()
    await withdraw.click()
    await question.getByRole('button', { name: 'Withdraw now' }).click()
    await expect(panel).toBeFocused()
    await expect(panel).toContainText('We cannot start in time.')
    const text = await textOf()
    expect(text).toMatch(/no longer be accepted[^]+Why: We cannot start in time\./)
    expect(text).not.toMatch(/\/offer\//)
    await panel.getByRole('button', { name: 'Copy text' }).click()
    await panel.getByRole('button', { name: 'I have sent it' }).click()
    await expect(panel.getByRole('button', { name: 'I have sent it' })).toHaveCount(0)
    const { data } = await admin
      .from('request_events')
      .select('what')
      .eq('request_id', requestId)
      .order('id', { ascending: false })
      .limit(1)
      .single()
      .throwOnError()
    expect(data.what).toBe('offer_withdrawn')
  })
})

test('“They accepted by email” records their words, the admin and the time, and can be undone @full', async ({
  studio,
  page,
}) => {
  const { requestId, id, email, path } = await makeOffer(studio, 'Nia')
  await page.goto(`/admin/offers/${requestId}`)
  await chooseVerb(page, 'They accepted by email')
  const record = page.getByRole('button', { name: 'Record it' })
  await record.click()
  await expect(page.getByText('Write what they wrote.')).toBeVisible()
  await page.getByLabel('What they wrote, word for word').fill('Yes please,\ngo ahead <b>now</b>.')
  await record.click()
  const question = page.getByRole('alertdialog', { name: 'Record that version 1 is accepted?' })
  await question.getByRole('button', { name: 'Not yet' }).click()
  expect(await acceptanceOf(studio, id), 'nothing is recorded without a yes').toBeNull()
  await record.click()
  await question.getByRole('button', { name: 'Record now' }).click()
  await test.step('recorded for the wrong person, it is undone with its mail, and recorded again', async () => {
    await toast(page, 'Success', 'Acceptance of version 1 for Nia recorded')
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(toast(page, 'Success', 'Acceptance of version 1 for Nia taken back')).toBeVisible()
    expect(await acceptanceOf(studio, id)).toBeNull()
    expect((await read(studio, path)).text).not.toContain(`Accepted by ${email}`)
    await expect(page.getByLabel('What they wrote, word for word'), 'what was pasted is back').toHaveValue(
      'Yes please,\ngo ahead <b>now</b>.',
    )
    await record.click()
    await question.getByRole('button', { name: 'Record now' }).click()
  })
  await expect(toast(page, 'Success', 'Acceptance of version 1 for Nia recorded')).toBeVisible()
  const standing = page.getByRole('main')
  await expect(standing).toContainText(/To answer: they accepted version 1 · 2[34] h left/)
  await expect(standing).toContainText(`By email from ${email}, recorded by ${studio.people.admin.email}, `)
  await expect(page.getByRole('blockquote')).toHaveText('Yes please,\ngo ahead <b>now</b>.')
  await expect(page.getByRole('form', { name: 'The offer' })).toHaveCount(0)
  await expectForEverybody(page, 'light')
  expect(await acceptanceOf(studio, id)).toMatchObject({ channel: 'email', typed_name: null, email })
  const { text } = await read(studio, path)
  expect(text, 'what they keep says so as well').toContain(`Accepted by ${email}, on `)
  expect(text).toContain('with the words “Yes please,\ngo ahead &lt;b&gt;now&lt;/b&gt;.”')
})

test('content that loads late does not move the button for the next version of an offer @full', async ({
  studio,
  page,
}) => {
  const { requestId } = await makeOffer(studio, 'Ria', {}, false)
  const letScriptsCome = await holdRequests(page, '**/*.js')
  await page.goto(`/admin/offers/${requestId}`, { waitUntil: 'commit' })
  const next = page.getByText('Write version 2', { exact: true })
  await expect(next).toBeVisible()
  const place = () => next.evaluate((summary) => summary.getBoundingClientRect().top + scrollY)
  const before = await place()
  letScriptsCome()
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeEnabled()
  await expectLive(page)
  expect(await place()).toBe(before)
})

test('a long offer in another script can be saved; sending it names the part that is too long @full', async ({
  studio,
  page,
}) => {
  const { requestId } = await makeOffer(studio, 'Qi')
  await page.goto(`/admin/offers/${requestId}`)
  const form = page.getByRole('form', { name: 'The offer' })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByText('Write version 2', { exact: true }).click()
  await expect(form).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await page.setViewportSize({ width: 1280, height: 720 })
  const long = {
    Included: '価'.repeat(6_000),
    'Not included': '格'.repeat(5_900),
    'The terms': '約'.repeat(5_900),
  }
  await openLine(form, 'The terms')
  for (const [label, text] of Object.entries(long)) await form.getByLabel(label, { exact: true }).fill(text)
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Success', 'Offer saved')).toBeVisible()
  await form.getByRole('button', { name: 'Send version 2' }).click()
  const included = form.getByLabel('Included', { exact: true })
  await expect(included).toHaveAccessibleDescription(/The whole offer can have 40 kB and has \d\d kB/)
  await expect(included).toBeFocused()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  await included.fill('価'.repeat(6_001))
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(included).toHaveAccessibleDescription(/At most 6,000 characters, please\./)
  await expect(included).toHaveValue('価'.repeat(6_001))
  await page.reload()
  await expect(included, 'nothing is lost').toHaveValue('価'.repeat(6_001))
  await expect(form.getByLabel('The terms', { exact: true })).toHaveValue(long['The terms'])
})

test('on a phone the offer is written and previewed in turn, and its bar stays under the finger @full', async ({
  studio,
  page,
}) => {
  const { id } = await inquire(studio, { name: 'Pip Phone', message: 'An app, please' })
  const form = page.getByRole('form', { name: 'The offer' })
  const preview = page.getByRole('region', { name: 'What they will read' })
  const title = form.getByLabel('What is offered')
  const sendButton = form.getByRole('button', { name: 'Send version 1' })
  const show = async (view: 'Write' | 'Preview') => {
    const before = await sendButton.boundingBox()
    await form.getByRole('radio', { name: view }).click()
    expect(await sendButton.boundingBox(), `${view} moves no button`).toEqual(before)
  }
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto(`/admin/offers/${id}`)
  await expect(title).toBeEnabled()
  await expect(preview).toBeHidden()
  await expect(sendButton).toBeInViewport({ ratio: 1 })

  await test.step('a short preview and a long form show the same bar', async () => {
    await show('Preview')
    await expect(preview.getByRole('button', { name: 'what is offered' })).toBeVisible()
    await expect(page.getByText('five gaps left')).toBeVisible()
    await expect(title).toBeHidden()
  })
  await test.step('a gap in the preview leads to its field', async () => {
    await preview.getByRole('button', { name: 'what they get' }).click()
    await expect(form.getByLabel('Included', { exact: true })).toBeFocused()
  })
  await test.step('back from the preview the form is where it was left', async () => {
    await title.fill('An app')
    await form.getByLabel('Line 1', { exact: true }).fill('The app')
    await form.getByLabel(`Amount of line 1, in ${currencyWord()} without ${place.tax.name}`).fill('12,000')
    await form.getByLabel('Included', { exact: true }).fill('Booking')
    await form.getByLabel('How long', { exact: true }).fill('4-6 weeks')
    const top = () => page.evaluate(() => scrollY)
    const left = await top()
    expect(left).toBeGreaterThan(300)
    await show('Preview')
    await expect(preview).toContainText(formatAmount(1_380_000))
    expect(await top(), 'the preview from its beginning').toBe(0)
    await show('Write')
    expect(await top()).toBe(left)
  })
  await test.step('pressed in the preview, Send leads to the field that is missing, in its folded line', async () => {
    const terms = form.getByLabel('The terms', { exact: true })
    await openLine(form, 'The terms')
    await terms.fill('')
    await openLine(form, 'The terms')
    await expect(terms).toBeHidden()
    await show('Preview')
    await sendButton.click()
    await expect(terms).toBeFocused()
    await expect(terms).toBeInViewport({ ratio: 1 })
    await terms.fill('As we said.')
    await sendButton.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Not yet' }).click()
  })
  await test.step('every width and scheme is accessible, and the bar never covers half of a small window', async () => {
    for (const { width, colorScheme } of [{ width: 320, colorScheme: 'dark' } as const, ...axeLooks]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      expect(await axeViolations(page, ['main']), `${width} px, ${colorScheme}`).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize({ width: 320, height: 256 })
    await title.focus()
    await expect(title).toBeInViewport({ ratio: 1 })
    await expect(sendButton).not.toBeInViewport()
  })
  await test.step('the bar says that the draft is saved', async () => {
    await page.setViewportSize({ width: 375, height: 667 })
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(form.getByRole('button', { name: 'Saved', exact: true })).toBeInViewport({ ratio: 1 })
  })
})

test('a deploy or a second window loses neither an offer’s draft nor its visitor’s entries @full', async ({
  studio,
  page,
  otherBrowser,
  complaints,
}) => {
  const { id, requestId, path, email } = await makeOffer(studio, 'Rere')
  await page.goto(`/admin/offers/${requestId}`)
  const weeks = page.getByRole('form', { name: 'The offer' }).getByLabel('How long', { exact: true })
  await page.getByText('Write version 2', { exact: true }).click()
  await expectLive(page) // no read of the page is due, at which an old page would load itself again
  await weeks.fill('7 weeks')
  await deploy(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The site has been updated since you opened this page.')).toBeVisible()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(weeks).toHaveValue('7 weeks')
  await page.waitForLoadState() // `deploy` ends there
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(toast(page, 'Success', 'Offer saved')).toBeVisible()

  const refused: unknown = expect.stringMatching(/status of 4\d\d/)
  expect(complaints.splice(0)).toEqual([refused])

  await test.step('its own save with a lost response is not taken for another window’s', async () => {
    const saved = toast(page, 'Success', 'Offer saved')
    const unknown = page.getByText('We do not know whether it was done.')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await saved.getByRole('button', { name: 'Close toast' }).click()
    await loseResponses(page)
    await weeks.fill('8 weeks')
    await save.click()
    await expect(unknown).toBeVisible()
    await weeks.fill('9 weeks')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await expect(page.getByText('The page shows how it stands.')).toBeVisible()
    await expect(weeks, 'what was typed since is not lost').toHaveValue('9 weeks')
    await expect(page.getByText(/saved in another window/)).toHaveCount(0)
    await save.click()
    await expect(saved).toBeVisible()
    await saved.getByRole('button', { name: 'Close toast' }).click()
    complaints.length = 0
    await test.step('typing during a save is kept', async () => {
      const release = await hold(page)
      await weeks.fill('10 weeks')
      await save.click()
      await weeks.fill('11 weeks')
      release()
      await expect(saved).toBeVisible()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.reload()
      await expect(weeks).toHaveValue('11 weeks')
      await save.click()
      await expect(saved).toBeVisible()
    })
  })
  await test.step('an offer whose response is lost between site and database is sent once', async () => {
    studio.proxy.set('lost', 'rpc/send_offer')
    await page.getByRole('button', { name: /^Send version/ }).click()
    await page.getByRole('button', { name: 'Send it' }).click()
    await expect(page.getByText('The page shows how it stands.')).toBeVisible()
    await expect(page.getByText(/^Version 2 is made: send it yourself/)).toBeVisible()
    studio.proxy.set('none')
    await closeToasts(page) // they cover the end of the page
  })
  await test.step('a save in another window meanwhile is not overwritten', async () => {
    const admin = await client(studio, studio.people.admin)
    const { data } = await admin
      .from('offers')
      .select('draft, draft_revision')
      .eq('id', id)
      .single()
      .throwOnError()
    await page.getByText('Write version 3', { exact: true }).click()
    await weeks.fill('1 week')
    await admin
      .rpc('save_offer_draft', {
        p_request_id: requestId,
        p_draft: { ...(data.draft as object), weeks: '2 weeks' },
        p_seen_revision: data.draft_revision,
      })
      .throwOnError()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Error', 'Failed to save the offer')).toBeVisible()
    await expect(weeks).toHaveValue('1 week')
    await page.reload()
    await expect(weeks, 'nor over a reload').toHaveValue('1 week')
    await expect(page.getByText(/saved in another window meanwhile/)).toBeVisible()
    await page.getByRole('button', { name: 'Take what is saved' }).click()
    await expect(weeks).toHaveValue('2 weeks')
    await expect(page.getByText(/saved in another window meanwhile/)).toHaveCount(0)
    await weeks.fill('3 weeks')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, 'Success', 'Offer saved')).toBeVisible()
  })

  const visitor = await otherBrowser()
  await visitor.goto(path)
  await visitor.getByText('Decline it', { exact: true }).click()
  const reason = visitor.getByLabel('What made you decide so?')
  await test.step('a pasted reason that is too long stays whole in the form', async () => {
    await reason.focus()
    await visitor.keyboard.insertText('y'.repeat(100_000))
    await expect(reason).toHaveJSProperty('textLength', 100_000)
    await visitor.getByRole('button', { name: 'Decline the offer' }).click()
    await expect(reason).toHaveAccessibleDescription('At most 500 characters, please.')
    await expect(reason).toBeFocused()
    await expect(reason).toHaveJSProperty('textLength', 100_000)
  })
  await reason.fill('Perhaps later')
  await deploy(visitor)
  await fillIn(visitor, { name: 'Rere Rangi', email })
  await expect(alert(visitor)).toContainText('The site has been updated since you opened this page.')
  await expect(accept(visitor).getByLabel('Your full name')).toHaveValue('Rere Rangi')
  await visitor.getByRole('button', { name: 'Load the page again' }).click()
  await expect(alert(visitor)).toHaveCount(0)
  await expect(accept(visitor).getByLabel('Your full name')).toHaveValue('Rere Rangi')
  await expect(reason).toHaveValue('Perhaps later')
  await expect(accept(visitor).getByRole('checkbox'), 'they read it once more').not.toBeChecked()
  expect(await acceptanceOf(studio, id)).toBeNull()
  await accept(visitor).getByRole('checkbox').check()
  await accept(visitor).getByRole('button', { name: 'Accept the offer' }).click()
  await expect(title(visitor, 'You have accepted this offer')).toBeVisible()
  expect(complaints.splice(0)).toEqual([refused])
})

test('what a founder types stays in sight while the other founder sends the offer @full', async ({
  studio,
  page,
}) => {
  const { id } = await inquire(studio, { name: 'Uma Two', message: 'An app, please' })
  await page.goto(`/admin/offers/${id}`)
  await expectLive(page)
  const offered = page.getByRole('form', { name: 'The offer' }).getByLabel('What is offered')
  await offered.fill('What I typed')
  await send(studio, id, 'Uma Two')
  await expect(page.getByText('Write version 2', { exact: true })).toBeVisible()
  await expect(offered).toBeVisible()
  await expect(offered).toHaveValue('What I typed')
  await expect(offered).toBeFocused()
  await expect(page.getByText(/saved in another window meanwhile/)).toBeVisible()
})

test('a visitor reads and accepts an offer by keyboard, at 320 px, without an axe violation @looks', async ({
  studio,
  otherBrowser,
}) => {
  const { requestId, path, email, id } = await makeOffer(studio, 'Jo')
  await send(studio, requestId, 'Jo', { weeks: '5 weeks' })
  const page = await otherBrowser()
  await page.goto(`${path}?since=1`)
  for (const { width, colorScheme } of [...axeLooks, { width: 320, colorScheme: 'dark' as const }]) {
    await page.setViewportSize({ width, height: 640 })
    await page.emulateMedia({ colorScheme })
    if (width > 320 && width < 1280 && !process.env.SOAK && tier !== 'quick') continue
    expect(await axeViolations(page), `${width} ${colorScheme}`).toEqual([])
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await test.step('text of twice the size fits a phone', async () => {
    await page.setViewportSize({ width: 375, height: 640 })
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  })
  await expect(page.getByRole('banner').getByRole('link'), 'nothing is sold beside a contract').toHaveCount(1)
  const bar = page.getByRole('link', { name: 'Accept', exact: true })
  await test.step('the link to the acceptance is in view from the top, and hides there and on a low screen', async () => {
    await page.setViewportSize({ width: 375, height: 640 })
    await page.evaluate(() => scrollTo(0, 0))
    await expect(bar).toBeInViewport({ ratio: 1 })
    await page.setViewportSize({ width: 320, height: 256 })
    await page.evaluate(() => scrollTo(0, 0))
    await expect(bar).not.toBeInViewport()
    await page.setViewportSize({ width: 1280, height: 800 })
    await bar.dblclick()
    await expect(page.getByRole('button', { name: 'Accept the offer' })).toBeInViewport({ ratio: 1 })
    await expect(accept(page).getByRole('checkbox'), 'a second press does nothing').not.toBeChecked()
    expect(await acceptanceOf(studio, id)).toBeNull()
  })
  await bar.focus()
  await page.keyboard.press('Enter')
  await expect(accept(page).getByLabel('Your full name')).toBeFocused()
  await page.keyboard.type('Jo')
  await page.keyboard.press('Tab')
  await page.keyboard.type('somebody@example.org')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const wrong = accept(page).getByText('That is not the email address that this offer was made to.')
  await expect(wrong, 'a wrong e-mail is said at its field, and the name is kept').toBeVisible()
  await expect(accept(page).getByLabel('Your email address')).toBeFocused()
  await expect(accept(page).getByLabel('Your full name')).toHaveValue('Jo')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status')).toBeFocused()
  await expect(title(page, 'You have accepted this offer')).toBeVisible()
  expect(await acceptanceOf(studio, id)).toMatchObject({ version: 2 })
})
