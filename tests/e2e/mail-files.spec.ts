import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { freePort, followParent, root, stopProcess } from '@/scripts/processes'
import { type FormPage, freeTimes, postBooking, readFormPage } from '../native-form'
import { people } from '../people'
import { openSetting } from './admin'
import { expect, shareStudio, signIn, test } from './fixtures'

shareStudio()

test('without a mail server `npm start` keeps mails as files, and erasing a person deletes theirs @full', async ({
  browser,
}) => {
  const data = mkdtempSync(join(tmpdir(), 'studio-'))
  cpSync(process.env.STUDIO_TEMPLATE ?? '', data, { recursive: true })
  // The database has an admin, so the launcher creates no first admin.
  writeFileSync(join(data, 'admin.txt'), '')
  const port = await freePort(0)
  const { launcher, url, output } = await start(data, port)
  const context = await browser.newContext({ baseURL: url })
  try {
    const [time = '', otherTime = ''] = await freeTimes(url)
    const form = await readFormPage(url)
    const kept = () => (readdirSync(data).includes('outbox') ? readdirSync(join(data, 'outbox')) : [])
    await test.step('the mail to each address is there', async () => {
      await book(url, 'Ana', time, form)
      await expect
        .poll(() =>
          kept()
            .filter((name) => name.endsWith('.eml')) // not one that is still being written
            .toSorted()
            .map((name) => name.split('.')[0]),
        )
        .toEqual(['received-to-studio', 'received-to-visitor'])
      expect(readFileSync(join(data, 'outbox', kept().toSorted()[1] ?? ''), 'utf8')).toContain(
        'To: ana@example.com',
      )
    })

    await test.step('only the admin reads the mails, and erasing a person deletes theirs', async () => {
      const page = await context.newPage()
      await signIn(page, people.admin)
      await page.getByRole('link', { name: 'Settings', exact: true }).click()
      await openSetting(page, 'Mails kept as files')
      await expect(page.getByText('2 mails are kept as files')).toBeVisible()
      const newest = page.getByRole('link', { name: 'Ana: received to visitor' }).first()
      const mail = (await newest.getAttribute('href')) ?? ''
      expect(await (await page.request.get(mail)).text()).toContain('To: ana@example.com')
      expect((await fetch(url + mail, { redirect: 'manual' })).status, 'others are sent to the sign-in').toBe(
        307,
      )
      await page.getByRole('link', { name: 'Requests', exact: true }).click()
      await page.getByRole('table').getByRole('link', { name: 'Ana', exact: true }).click()
      await page.getByRole('button', { name: 'Erase personal data' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Erase now' }).click()
      await expect(page.getByText('Personal data erased from 1 request')).toBeVisible()
      expect(kept()).toEqual([])
    })

    await test.step('the mail’s link opens the call’s page', async () => {
      await book(url, 'Ben', otherTime, await readFormPage(url))
      const received = () => kept().find((name) => /^received-to-visitor.*eml$/.test(name))
      await expect.poll(received).toBeDefined()
      const { text = '' } = await simpleParser(readFileSync(join(data, 'outbox', received() ?? '')))
      const link = /http:\/\/localhost\S+\/booking\/manage\/\S+/.exec(text)?.[0] ?? 'no link in the mail'
      expect((await fetch(link)).status, link).toBe(200)
    })

    await test.step('no other machine reaches the sign-in', async () => {
      await expect(fetch(`http://127.0.0.2:${port}/login`)).rejects.toThrow('fetch failed')
    })

    await test.step('after the database ends, the owner reads why everything stops', async () => {
      const ended = once(launcher, 'exit')
      process.kill(Number(readFileSync(join(data, 'lock'), 'utf8').split(' ')[0]), 'SIGKILL')
      expect(await ended).toEqual([1, null])
      expect(output()).toContain('The embedded Supabase has ended (SIGKILL), so everything stops.')
    })
  } finally {
    await context.close()
    await stopProcess(launcher)
    rmSync(data, { recursive: true, force: true })
  }
})

async function book(url: string, name: string, time: string, form: FormPage) {
  const email = `${name.toLowerCase()}@example.com`
  const { state } = await postBooking(url, form, { name, email, time })
  expect(state?.status).toBe('success')
}

/** Runs the launcher on a data folder, until it has printed the site's URL. */
async function start(
  data: string,
  port: number,
): Promise<{ launcher: ChildProcess; url: string; output: () => string }> {
  const launcher = spawn(
    process.execPath,
    ['--import', followParent, '--import', 'tsx', 'scripts/start.ts'],
    {
      cwd: root,
      env: { ...process.env, STUDIO_DATA: data, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [launcher.stdout, launcher.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const ended = once(launcher, 'exit').then(() => {
    throw new Error(`The launcher ended:\n${output}`)
  })
  await Promise.race([
    expect.poll(() => output, { timeout: 60_000 }).toContain('Ctrl-C stops everything.'),
    ended,
  ])
  expect(output).toContain(`no mail server is set up, so mails are kept as files in ${join(data, 'outbox')}`)
  ended.catch(() => {})
  return { launcher, url: `http://localhost:${port}`, output: () => output }
}
