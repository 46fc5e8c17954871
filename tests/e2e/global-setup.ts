import { rmSync } from 'node:fs'
import { makeTemplate } from '../studio'

/** Makes the folder that every studio copies; Playwright calls the returned function at the end. */
export default async function globalSetup() {
  const template = await makeTemplate()
  process.env.STUDIO_TEMPLATE = template
  return () => rmSync(template, { recursive: true, force: true })
}
