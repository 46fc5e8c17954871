import { execSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { makeTemplate } from '../template'

/** Builds the site, and makes the folder that every studio copies; Playwright calls the returned function at the end. */
export default async function globalSetup() {
  execSync('npm run build', { stdio: 'inherit' })
  const template = await makeTemplate()
  process.env.STUDIO_TEMPLATE = template
  return () => rmSync(template, { recursive: true, force: true })
}
