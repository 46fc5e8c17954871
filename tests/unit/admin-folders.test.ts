import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

/** Files in app/admin that may import from its folders. The other files there are shared. */
const TOP = ['page', 'layout', 'error', 'loading', 'follow-ups', 'news-lines']

const files = readdirSync('app/admin', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join('app/admin', name))

/**
 * The imports between folders of app/admin. Imports of types are left out: they do not exist at run
 * time.
 */
const imports = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;'"]*?from '(\.[^']+)'/gm)].map(
    ([, path = '']) => ({ from: folderOf(file), to: folderOf(join(dirname(file), path)), file }),
  ),
)

function folderOf(file: string): string {
  const path = relative('app/admin', file).replace(/\.tsx?$/, '')
  const folder = dirname(path)
  if (TOP.includes(basename(path))) return folder === '.' ? 'the page' : `${folder}’s page`
  return folder === '.' ? 'shared' : folder
}

/**
 * The domain of a folder, such as `requests`. A domain's routes may import that domain's shared
 * files.
 */
const domainOf = (folder: string) =>
  (folder.split('/')[0] ?? '').replace(/^_|^untold$/, (found) => (found === '_' ? '' : 'requests'))

/** Every chain of imports that starts in `folder`. */
function waysFrom(folder: string, above: string[] = []): string[][] {
  const way = [...above, folder]
  if (above.includes(folder)) return [way]
  const below = new Set(
    imports.filter(({ from, to }) => from === folder && to !== folder).map(({ to }) => to),
  )
  return below.size === 0 ? [way] : [...below].flatMap((one) => waysFrom(one, way))
}

test('no folder of the admin imports from one above it, and no chain of imports has over five folders', () => {
  const ways = [...new Set(imports.map(({ from }) => from))].flatMap((folder) => waysFrom(folder))
  expect(ways.filter((way) => new Set(way).size < way.length)).toEqual([])
  const folders = ways.map((way) => way.filter((folder) => !folder.endsWith('page')))
  expect(folders.filter((way) => way.length > 5)).toEqual([])
})

test('the admin’s shared components import from no domain, and no domain imports from another', () => {
  const shared = imports.filter(({ from, to }) => from === '_components' && to !== from)
  expect(shared).toEqual([])

  const between = imports
    .filter(({ from, to }) => !from.endsWith('page') && !['shared', '_components'].includes(to))
    .map(({ from, to }) => `${domainOf(from)} → ${domainOf(to)}`)
    .filter((pair) => pair.split(' → ')[0] !== pair.split(' → ')[1])
  expect([...new Set(between)]).toEqual([])
})

test('no file in app/admin/_requests has more than 200 lines', () => {
  const long = files.filter(
    (file) => file.startsWith('app/admin/_requests/') && readFileSync(file, 'utf8').split('\n').length > 201,
  )
  expect(long).toEqual([])
})
