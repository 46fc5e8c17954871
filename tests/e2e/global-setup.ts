import { rmSync } from 'node:fs'
import { ensureBuild } from '../../scripts/build'
import { makeTemplate } from '../studio'

/** Builds the site where it changed, and makes the folder that every studio copies; Playwright calls the returned function at the end. */
export default async function globalSetup() {
  await ensureBuild()
  const template = await makeTemplate()
  process.env.STUDIO_TEMPLATE = template
  return () => rmSync(template, { recursive: true, force: true })
}
