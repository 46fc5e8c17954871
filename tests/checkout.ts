import { execFileSync, execSync } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../scripts/processes'

/** Copies the checkout, so that what runs there does not build, change or empty this one. Returns its path. */
export function copyCheckout(): string {
  const checkout = mkdtempSync(join(tmpdir(), 'checkout-'))
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  for (const file of execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0'))
    if (file) cpSync(join(root, file), join(checkout, file))
  const modules = join(root, 'node_modules')
  // Hard links take a second; copies are for file systems without hard links.
  execSync(`cp -al ${modules} node_modules 2> /dev/null || cp -a ${modules} .`, { cwd: checkout })
  return checkout
}
