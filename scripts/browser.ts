import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const full = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
// The headless shell comes first, because the tests take a third less time with it.
const names = ['chromium-headless-shell', ...full]
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** `CHROMIUM_PATH`, an installed one, or one that this installs. */
export async function browserPath(): Promise<string> {
  const found = process.env.CHROMIUM_PATH ?? installed(names)
  if (found && version(found)) return keepInEnvironment(found)
  console.log('No Chromium found; installing one …')
  const path =
    installWithPlaywright(names) ??
    installWithApt('chromium-headless-shell', names) ??
    (await unpackBundled())
  if (!path)
    throw new Error('No Chromium could be installed: install Chrome or Chromium, or set CHROMIUM_PATH.')
  return keepInEnvironment(path)
}

/** For features that the headless shell lacks, such as autofill. */
export function fullBrowserPath(): string {
  const path = installed(full) ?? installWithPlaywright(full) ?? installWithApt('chromium', full)
  if (!path) throw new Error('No whole Chromium could be installed: install Chrome or Chromium.')
  return path
}

// Each Playwright worker reads playwright.config.ts again and finds the path in `CHROMIUM_PATH`.
function keepInEnvironment(path: string): string {
  if (process.env.CHROMIUM_PATH !== path) console.log(`Browser: ${path} (${version(path)})`)
  process.env.CHROMIUM_PATH = path
  return path
}

function installed(wanted: string[]): string | undefined {
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => wanted.map((name) => join(folder, name)))
  return [...onPath, chromium.executablePath(), macChrome].find((path) => existsSync(path) && version(path))
}

function version(path: string): string | null {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

function installWithPlaywright(wanted: string[]): string | undefined {
  const args = ['node_modules/@playwright/test/cli.js', 'install', 'chromium']
  spawnSync(process.execPath, args, { stdio: 'ignore', timeout: 180_000 })
  return installed(wanted)
}

function installWithApt(name: string, wanted: string[]): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  spawnSync('sh', ['-c', `apt-get update -qq && apt-get install -y -qq ${name}`], {
    stdio: 'ignore',
    timeout: 300_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return installed(wanted)
}

// The package @sparticuz/chromium is made for AWS Lambda: it unpacks its libraries only if AWS_EXECUTION_ENV is set.
async function unpackBundled(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x'
  const { default: bundled } = await import('@sparticuz/chromium')
  const path = await bundled.executablePath()
  return version(path) ? path : null
}
