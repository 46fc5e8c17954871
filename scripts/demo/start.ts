import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { dateAt } from '../../lib/dates'
import { root, shortLived } from '../processes'

/** Has the date of the demo's data, and is written last. */
export const madeFile = 'made-on'

const folder = join(root, '.studio-demo')
/** A demo neither uses a project of yours nor mails anybody. */
const unused = /^(SUPABASE|SMTP|MAIL|SITE_SECRET|OUTBOX|CRON)/

export function setDemoEnvironment(): void {
  for (const name of Object.keys(process.env)) if (unused.test(name)) process.env[name] = ''
  Object.assign(process.env, { STUDIO_DEMO: '1', STUDIO_DATA: folder })
}

/** If there are none of today, or with `--reset`. `origin` begins the links in their mails. */
export async function makeDemo(origin: string): Promise<void> {
  const file = join(folder, madeFile)
  const madeOn = existsSync(file) ? readFileSync(file, 'utf8') : null
  if (madeOn === dateAt() && !process.argv.includes('--reset')) return
  const why = madeOn && madeOn !== dateAt() ? ` The week of ${madeOn} is over, so it begins anew.` : ''
  console.log(`Making a studio in the middle of its week (some ten seconds).${why}`)
  rmSync(folder, { recursive: true, force: true })
  const args = ['--import', 'tsx', join(import.meta.dirname, 'make.ts'), folder, origin]
  const env = { ...process.env, TSX_TSCONFIG_PATH: join(root, 'scripts/outside-next.json') }
  const making = spawn(process.execPath, [...shortLived, ...args], { cwd: root, env })
  let output = ''
  for (const stream of [making.stdout, making.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(making, 'close')) as [number | null]
  if (code !== 0) throw new Error(`The demo could not be made.\n${output}`)
}

export function readAccount(): { email: string; password: string } {
  const [email = '', password = ''] = readFileSync(join(folder, 'admin.txt'), 'utf8').split('\n')
  return { email, password }
}

export const lookAt = `  Look at first:
  1. The admin opens on what visitors wait for: press ‘Next to answer’, or confirm Hana’s call.
  2. A request has one page: its history, notes, letters and, for Liam, an offer in its second version.
  3. Press Undo after anything. Open the admin in a second window, and see it follow.
  4. Hours: a closed date with calls on it, and an afternoon that a founder’s calendar blocks.
  5. Book a call yourself on the site, and read the mail under Settings, ‘Mails kept as files’.
`
