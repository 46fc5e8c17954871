import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('the container has every file that next.config.ts loads when the site starts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-container-'))
  try {
    for (const { source, target } of copied())
      cpSync(join(root, source), join(folder, target), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    const load = `import('./next.config.ts').then(() => console.log('loaded'))`
    const output = execFileSync(process.execPath, ['--import', 'tsx', '-e', load], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(output).toContain('loaded')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('other machines reach the site in a container, which by itself only its own machine does', () => {
  expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toMatch(/^ENV .*\bHOST=0\.0\.0\.0$/m)
})

/** What the Dockerfile copies into the image, without dependencies and the build. */
function copied() {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
  return [...dockerfile.matchAll(/^COPY --from=build (.+) (\S+)$/gm)].flatMap(
    ([, sources = '', target = '']) =>
      sources
        .split(' ')
        .map((source) => source.replace('/site/', ''))
        .filter((source) => !['node_modules', '.next', 'public'].includes(source))
        .map((source) => ({
          source,
          target: target.endsWith('/') ? join(target, basename(source)) : target,
        })),
  )
}
