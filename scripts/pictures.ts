/** `npm run pictures`: README's pictures of a new demo, light and dark. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { browserPath } from './browser'
import { followParent, root, stopProcess } from './processes'

const wide = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
const MAX_BYTES = 600_000
let bytes = 0

/** Light and dark, without the demo's line. */
async function take(page: Page, name: string) {
  await page.addStyleTag({ content: 'body > p { display: none }' })
  const devtools = await page.context().newCDPSession(page)
  for (const [colorScheme, ending] of [
    ['light', ''],
    ['dark', '-dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.evaluate(async () => {
      await document.fonts.ready
      const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition)
      await Promise.allSettled(transitions.map(({ finished }) => finished))
    })
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 72 })
    const picture = Buffer.from(data, 'base64')
    bytes += picture.length
    writeFileSync(join(root, `docs/screenshots/${name}${ending}.webp`), picture)
  }
}

const args = ['--import', followParent, '--import', 'tsx', 'scripts/start.ts', '--build', '--demo', '--reset']
const demo = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
const printed = await new Promise<string>((resolve, reject) => {
  let output = ''
  demo.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (output.includes('Look at first')) resolve(output)
  })
  demo.once('exit', () => reject(new Error(`The demo has ended.\n${output}`)))
})
const addressOf = (label: string) => new RegExp(`^ +${label} +(\\S+)`, 'm').exec(printed)?.[1] ?? ''
const site = addressOf('The site')

const browser = await chromium.launch({ executablePath: await browserPath(), args: ['--no-sandbox'] })
const common = {
  baseURL: site,
  locale: 'en-NZ',
  timezoneId: 'Pacific/Auckland',
  reducedMotion: 'reduce',
  bypassCSP: true, // for the style that hides the demo’s line
} as const
const open = async (kind: object) => (await browser.newContext({ ...common, ...kind })).newPage()

const visitor = await open(wide)
await visitor.goto('/')
await visitor.getByRole('link', { name: 'Next free call' }).first().waitFor()
await take(visitor, 'landing')

const caller = await open(phone)
await caller.goto('/booking')
await caller.getByRole('radio').nth(3).check()
await caller.evaluate(() => scrollTo(0, 0))
await caller.mouse.move(0, 0)
await take(caller, 'booking')
await caller.getByRole('button', { name: 'Next', exact: true }).click()
await caller.getByLabel('Name').fill('Ana Ngata')
await caller.getByLabel('Email').fill('ana@example.com')
await caller.getByRole('button', { name: 'Book a free strategy call' }).click()
await caller.getByRole('region', { name: 'Booking created successfully' }).waitFor()
await take(caller, 'confirmation')

const admin = await open(wide)
await admin.goto(addressOf('Open the admin'))
await admin.getByText('Live', { exact: true }).waitFor()
await take(admin, 'admin')
async function pathOf(name: string) {
  const link = admin.getByRole('link', { name, includeHidden: true }).first()
  return (await link.getAttribute('href')) ?? ''
}
await admin.goto('/admin?q=Sofia')
const request = await pathOf('Sofia Marino')
await admin.goto(`/admin/offers/${request.split('/').at(-1)}`)
await visitor.setViewportSize({ width: 1280, height: 960 })
await visitor.goto(await pathOf('Open their page'))
await take(visitor, 'offer')
const form = visitor.getByRole('form', { name: 'Accept this offer' })
await form.getByLabel('Your full name').fill('Sofia Marino')
await form.getByLabel('Your email address').fill('sofia.marino@example.com')
await form.getByRole('checkbox').check()
await form.getByRole('button', { name: 'Accept the offer' }).click()
await visitor.getByRole('status').filter({ hasText: 'Thank you.' }).waitFor()
await take(visitor, 'accepted')
await admin.goto(request)
await admin.getByText('Live', { exact: true }).waitFor()
await take(admin, 'request')

await browser.close()
await stopProcess(demo)
if (bytes > MAX_BYTES) throw new Error(`The pictures have ${bytes} bytes together, of at most ${MAX_BYTES}.`)
console.log(`The pictures in docs/screenshots have ${bytes} bytes together.`)
