import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { makeTemplate } from '../template'

/**
 * Builds the site, and creates the folder that every studio copies. Playwright calls the returned
 * function at the end.
 */
export default async function globalSetup() {
  const build = once(spawn('npm run build', { shell: true, stdio: 'inherit' }), 'exit')
  const template = await makeTemplate()
  const [code] = await build
  if (code !== 0) throw new Error(`The site could not be built (exit code ${code}).`)
  process.env.STUDIO_TEMPLATE = template
  return () => rmSync(template, { recursive: true, force: true })
}
