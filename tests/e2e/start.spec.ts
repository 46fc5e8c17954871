import type { Page } from '@playwright/test'
import { packageOf, packages } from '@/lib/content/packages'
import { support } from '@/lib/content/support'
import { site } from '@/lib/content/studio'
import { startPage, startResult } from '@/lib/content/start'
import { tier } from '../tier'
import { taxSentence } from '@/lib/start/price'
import { axe, axeFindings, axeLooks, expect, scriptBytes, shareStudio, test, MONDAY, tapAt } from './fixtures'

const starter = packageOf('starter')
const scale = packageOf('scale')
const growthWords = `${packageOf('growth').name}, ${packageOf('growth').price}, ${startResult.terms}`

shareStudio({ now: MONDAY })

const growth = '/start?who=people&first=few-things&pay=outside&ai=later&have=prototype&after=updates'
const none = '/start?who=readers&first=one-thing&pay=no&ai=no&have=idea'

/** An answer's radio button, by the first words of its label. */
const answer = (page: Page, question: string, words: string) =>
  page.getByRole('group', { name: question }).getByRole('radio', { name: new RegExp(`^${words}`) })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('what is missing and the result get the focus; changing an answer keeps the rest @full', async ({
    page,
  }) => {
    await page.goto('/')
    await page.getByRole('link', { name: packages.unsure }).click()
    await expect(heading(page)).toHaveText(startPage.title)
    await page.getByRole('button', { name: 'Show what fits' }).click()
    await expect(page.getByRole('group', { name: '5 answers are missing' })).toBeFocused()

    await answer(page, 'Who uses it?', 'One group of people').check()
    await answer(page, 'Do people pay through it?', 'They pay, but another way').check()
    await answer(page, 'Is AI part of it?', 'No').check()
    await answer(page, 'What do you have already?', 'An idea').check()
    await page.getByRole('button', { name: 'Show what fits' }).click()
    await expect(page.getByRole('group', { name: 'One answer is missing' })).toBeFocused()
    const open = page.getByRole('group', { name: 'What must they be able to do first?' })
    await expect(open, 'said beside the question too').toContainText('Choose one, please.')
    await expect(open).toHaveAccessibleDescription('Choose one, please.')
    await expect(page.getByText('Choose one, please.')).toHaveCount(1)
    await expect(page.getByText('So far:'), 'no words that nothing brings up to date').toHaveCount(0)
    await expect(answer(page, 'Is AI part of it?', 'No'), 'what was answered stays').toBeChecked()

    await answer(page, 'What must they be able to do first?', 'One thing').check()
    await page.getByRole('button', { name: 'Show what fits' }).click()
    await expect(heading(page)).toHaveText(`${startResult.title} ${starter.name}`)
    await expect(heading(page), 'read first').toBeFocused()
    await expect(page.getByRole('radio'), 'the questions are folded').toHaveCount(0)
    await page.getByRole('link', { name: 'Change an answer' }).click()
    await expect(page.getByRole('region', { name: 'Your answers' })).toBeInViewport()
    await expect(answer(page, 'Who uses it?', 'One group of people'), 'as answered').toBeChecked()
    await answer(page, 'Do people pay through it?', 'Yes, by card').check()
    await answer(page, 'And after the launch?', 'We keep it online').check()
    await page.getByRole('button', { name: 'Show what fits now' }).click()
    await expect(heading(page)).toHaveText(`${startResult.title} ${scale.name}`)
    await expect(page).toHaveURL('/start?who=people&first=one-thing&pay=inside&ai=no&have=idea&after=hosting')
    await page.goto(none)
    await expect(page.getByText('This sounds like a website.')).toBeVisible()
    await page.getByRole('link', { name: 'Write to us instead' }).click()
    await page.getByRole('radio', { name: 'No time suits me' }).check()
    await expect(page.getByRole('checkbox', { name: 'Send my answers along' })).toBeChecked()
  })
})

test('by keyboard alone Tab goes from question to question, arrows choose, Enter submits', async ({
  page,
}) => {
  await page.goto('/start')
  const questions = page.getByRole('group')
  await questions.first().getByRole('radio').first().focus()
  for (let question = 0; question < 5; question++) {
    await page.keyboard.press('ArrowDown')
    await expect(questions.nth(question).getByRole('radio').nth(1)).toBeChecked()
    await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('radio', { name: 'Not decided yet' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Book a free call about this' })).toBeFocused()
})

test('a visitor sees the price so far after each answer, and keeps the answers after leaving the page', async ({
  page,
}) => {
  const line = page.getByRole('status')
  const button = page.getByRole('button', { name: 'Show what fits' })
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto('/start', { waitUntil: 'networkidle' })
  await expect(line).toHaveText('')
  await answer(page, 'Who uses it?', 'Two sides').check()
  await expect(line).toHaveText(`So far: at least ${growthWords} or a free call first`)
  await expect(line).toBeInViewport({ ratio: 1 })
  await expect(button, 'the button is below the words').not.toBeInViewport()
  await button.focus()
  await expect(button, 'but for its own key').toBeInViewport({ ratio: 1 })
  await answer(page, 'What must they be able to do first?', 'Two or three').check()
  await answer(page, 'Do people pay through it?', 'No').check()
  await answer(page, 'Is AI part of it?', 'No').check()
  await expect(line).toHaveText(`So far: ${growthWords} or a free call first`)
  await answer(page, 'And after the launch?', 'We keep it online').check()

  await test.step('a reload, and another page and Back, lose nothing', async () => {
    await page.reload({ waitUntil: 'networkidle' })
    for (let again = 0; again < 2; again++) {
      await expect(line).toHaveText(`So far: ${growthWords} or a free call first`)
      await expect(answer(page, 'Who uses it?', 'Two sides')).toBeChecked()
      await expect(answer(page, 'And after the launch?', 'We keep it online')).toBeChecked()
      await expect(page.getByText(/missing/)).toHaveCount(0)
      if (again) break
      await page.getByRole('banner').getByRole('link', { name: site.name }).click()
      await expect(page).toHaveURL('/')
      await page.goBack()
    }
  })
  await answer(page, 'What do you have already?', 'An idea').check()
  await expect(line).toHaveText(`What fits: ${growthWords} in ${packageOf('growth').timeline}`)
  await expect(button).toBeInViewport({ ratio: 1 })
  await page.reload()
  await expect(heading(page), 'who has not asked yet has the questions').toHaveText(startPage.title)
  await button.click()
  await expect(heading(page)).toHaveText(`${startResult.title} ${packageOf('growth').name}`)
  await expect(page).toHaveURL('/start?who=sides&first=few-things&pay=no&ai=no&have=idea&after=hosting')
  await page.goBack()
  await expect(answer(page, 'Who uses it?', 'Two sides')).toBeChecked()

  await test.step('on a screen as low as at 400 % zoom the line covers nothing', async () => {
    await page.setViewportSize({ width: 320, height: 256 })
    await answer(page, 'Who uses it?', 'Your own team').check()
    await expect(line).not.toBeInViewport()
  })
})

test('a second tap on ‘Change an answer’ changes no answer that appears under the finger @full', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 667 })
  await page.goto(growth, { waitUntil: 'networkidle' })
  const tap = await tapAt(page.getByRole('link', { name: 'Change an answer' }))
  await tap()
  await answer(page, 'Who uses it?', 'Anyone, just to read it').waitFor()
  await tap()
  await expect(page).toHaveURL(`${growth}&change=1#questions`)
  await expect(answer(page, 'Who uses it?', 'One group of people')).toBeChecked()
  await page.getByText('Anyone, just to read it').click()
  await expect(answer(page, 'Who uses it?', 'Anyone, just to read it'), 'a tap later is one').toBeChecked()
})

test('five answers lead to a package though a script fails to load @full', async ({ page, complaints }) => {
  test.slow()
  const scripts = new Set<string>()
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
  await page.goto('/start', { waitUntil: 'networkidle' })
  expect(scripts.size).toBeGreaterThan(5)
  // The form is native and needs no script, so one script stands for all, except in a soak.
  for (const missing of process.env.SOAK ? scripts : [...scripts].slice(-1)) {
    await page.unrouteAll()
    await page.route(missing, (route) => route.abort())
    await page.goto('/start?who=people&first=one-thing&pay=no&have=idea')
    await answer(page, 'Is AI part of it?', 'No').check()
    await page.getByRole('button', { name: 'Show what fits' }).dblclick()
    await expect(heading(page), String(missing)).toHaveText(`${startResult.title} ${starter.name}`)
  }
  // The browser logs each missing script; any other line is an error of the site.
  const errors = complaints.splice(0)
  expect(errors.filter((line) => !/ERR_FAILED|ChunkLoadError|Failed to load/.test(line))).toEqual([])
})

test('search engines index only /start without a query; it has no more script than /about', async ({
  page,
  request,
  baseURL,
}) => {
  for (const [path, robots] of [
    ['/start', 'index, follow'],
    [growth, 'noindex, follow'],
    ['/start?who=people', 'noindex, follow'],
  ] as const) {
    const html = await (await request.get(path)).text()
    expect(html, path).toContain(`<meta name="robots" content="${robots}"/>`)
    expect(html, path).toMatch(/<link rel="canonical" href="https?:\/\/[^/"]+\/start"\/>/)
    expect(await scriptBytes(request, path), `gzipped JavaScript of ${path}`).toBeLessThanOrEqual(147_600)
  }
  const asked: string[] = []
  page.on('request', (sent) => asked.push(sent.url()))
  await page.goto(growth, { waitUntil: 'networkidle' })
  expect(asked.filter((url) => !url.startsWith(baseURL ?? '-') && !url.startsWith('data:'))).toEqual([])
  expect(await page.context().cookies()).toEqual([])
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  const image = await request.get('/og/start')
  expect(image.headers()['content-type']).toBe('image/png')
})

test('a result prints on one page, with its reasons, prices and URL @full', async ({ page }) => {
  for (const [path, lines] of [
    [
      growth,
      [
        taxSentence(packageOf('growth')),
        support.plans[1]?.name ?? '-',
        support.plans[2]?.name ?? '-',
        'week of 7 December',
        growth,
      ],
    ],
    ['/start?who=sides&first=many-things&pay=inside&ai=core&have=prototype&after=hosting', ['or later']],
    [none, [site.email]],
  ] as const) {
    await page.goto(path)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    for (const line of lines) await expect(page.getByText(line).first()).toBeVisible()
    if (path !== none) await expect(page.getByText(startResult.price.noOffer)).toBeVisible()
    for (const role of ['radio', 'button', 'link', 'navigation'] as const)
      await expect(page.getByRole(role), role).toHaveCount(0)
    const looks = await page
      .getByRole('main')
      .evaluate((main) =>
        [...main.querySelectorAll('*')]
          .filter((element) => element.checkVisibility())
          .map((element) => getComputedStyle(element).color),
      )
    expect(new Set(looks)).toEqual(new Set(['rgb(0, 0, 0)']))
    const pdf = (await page.pdf({ format: 'Letter', preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g), 'sheets').toHaveLength(1)
    expect(pdf, 'A4, with its margins').toContain('MediaBox [0 0 59')
    await page.emulateMedia({ media: null, colorScheme: null })
  }
})

test('every page of /start works with a screen reader and a contrast theme, and fits 320 px @looks', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [at, [name, path]] of (
    [
      ['a half-filled form', '/start?who=team&after=open'],
      ['a package', `${growth}&change=1`],
    ] as const
  ).entries())
    await test.step(name, async () => {
      await page.emulateMedia({ forcedColors: null })
      await page.goto(path)
      // Checks each width and each scheme on one page, except in a soak.
      for (const { width, colorScheme } of process.env.SOAK || tier === 'quick'
        ? axeLooks
        : axeLooks.slice(at % 3, (at % 3) + 1)) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 900 })
        const builder = await axe(page)
        const results = await builder
          .include('main')
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze()
        expect(axeFindings(results), `${width} px, ${colorScheme}`).toEqual([])
      }
      const drawings = page.getByRole('main').locator('svg').filter({ visible: true })
      await page.setViewportSize({ width: 1280, height: 900 }) // a narrower result has no room for lines
      await expect(drawings).toHaveCount(1)
      await page.emulateMedia({ forcedColors: 'active' })
      await expect(drawings, 'no line runs behind words').toHaveCount(0)
      await page.setViewportSize({ width: 320, height: 700 })
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, 'at 320 px').toBeLessThanOrEqual(0)
    })
  // Axe does not know the colours of a contrast theme.
  const forced = (await axe(page)).include('main').disableRules(['document-title', 'color-contrast'])
  expect((await forced.analyze()).violations).toEqual([])
})
