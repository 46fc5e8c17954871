import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// tests/e2e/site-late-scripts.spec.ts and site-landing.spec.ts test the same in a browser.
test('every import() handles a failure, so that a missing late script breaks nothing else on the page', () => {
  const files = ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const later = files
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?<!typeof )\bimport\(.*/g)].map(
        ([line]) => `${file}: ${line}`,
      ),
    )
  expect(later.length).toBeGreaterThan(0)
  for (const line of later) expect(line).toMatch(/\)\.catch\(|\)\.then\([^()]+, \(\) => /)
})
