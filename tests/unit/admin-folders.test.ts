import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

/** The files that compose the other folders. All other files beside them are shared. */
const TOP = ['page', 'layout', 'error', 'loading', 'follow-ups', 'news-lines']

const files = readdirSync('app/admin', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join('app/admin', name))

/** The imports between folders of app/admin, without types, which do not exist at run time. */
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

/** The domain of a folder. The routes of a domain may use its shared files. */
const domainOf = (folder: string) =>
  (folder.split('/')[0] ?? '').replace(/^_|^told$/, (found) => (found === '_' ? '' : 'requests'))

/** Every chain of imports from a folder down. */
function waysFrom(folder: string, above: string[] = []): string[][] {
  const way = [...above, folder]
  if (above.includes(folder)) return [way]
  const below = new Set(
    imports.filter(({ from, to }) => from === folder && to !== folder).map(({ to }) => to),
  )
  return below.size === 0 ? [way] : [...below].flatMap((one) => waysFrom(one, way))
}

test('no folder of the admin imports from one above it; no chain of imports has over five folders', () => {
  const ways = [...new Set(imports.map(({ from }) => from))].flatMap((folder) => waysFrom(folder))
  expect(ways.filter((way) => new Set(way).size < way.length)).toEqual([])
  const folders = ways.map((way) => way.filter((folder) => !folder.endsWith('page')))
  expect(folders.filter((way) => way.length > 5)).toEqual([])
})

test('the admin’s shared components import no domain, and no domain imports another', () => {
  const shared = imports.filter(({ from, to }) => from === '_components' && to !== from)
  expect(shared).toEqual([])

  const between = imports
    .filter(({ from, to }) => !from.endsWith('page') && !['shared', '_components'].includes(to))
    .map(({ from, to }) => `${domainOf(from)} → ${domainOf(to)}`)
    .filter((pair) => pair.split(' → ')[0] !== pair.split(' → ')[1])
  expect([...new Set(between)]).toEqual([])
})

test('no file of the requests has more than 200 lines', () => {
  const long = files.filter(
    (file) => file.startsWith('app/admin/_requests/') && readFileSync(file, 'utf8').split('\n').length > 201,
  )
  expect(long).toEqual([])
})
