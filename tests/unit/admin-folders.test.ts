import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

/** What composes the others; what else is beside it is shared by them. */
const TOP = ['page', 'layout', 'error', 'loading', 'next-actions']

const files = readdirSync('app/admin', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join('app/admin', name))

/** The imports of app/admin from one folder of it to another, but for types, which are gone when it runs. */
const imports = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;'"]*?from '(\.[^']+)'/gm)].map(
    ([, path = '']) => ({ from: folderOf(file), to: folderOf(join(dirname(file), path)), file }),
  ),
)

function folderOf(file: string): string {
  const path = relative('app/admin', file).replace(/\.tsx?$/, '')
  if (path.includes('/')) return dirname(path)
  return TOP.includes(path) ? 'the page' : 'shared'
}

/** The part of the admin that a folder belongs to. */
const domainOf = (folder: string) => folder.split('/')[0] ?? ''

test('no folder of the admin imports from one that imports from it, by any way round', () => {
  const below = (folder: string, seen: string[] = []): string[] => {
    if (seen.includes(folder)) return [[...seen, folder].join(' → ')]
    const to = new Set(imports.filter(({ from }) => from === folder).map((one) => one.to))
    return [...to].filter((one) => one !== folder).flatMap((one) => below(one, [...seen, folder]))
  }
  expect(below('the page')).toEqual([])
})

test('what every part of the admin uses knows none of them, and they know each other by name only', () => {
  const shared = imports.filter(({ from, to }) => from === '_components' && to !== from)
  expect(shared).toEqual([])

  const between = imports
    .filter(({ from, to }) => from !== 'the page' && !['shared', '_components'].includes(to))
    .map(({ from, to }) => `${domainOf(from)} → ${domainOf(to)}`)
    .filter((pair) => pair.split(' → ')[0] !== pair.split(' → ')[1])
  expect([...new Set(between)].toSorted()).toEqual([
    '_requests → _notices', // who is not yet told, in an open request and after a change of it
    'offers → _requests', // the form of an answer, with the words about an offer
  ])
})

test('no file of the requests has more than 200 lines', () => {
  const long = files.filter(
    (file) => file.startsWith('app/admin/_requests/') && readFileSync(file, 'utf8').split('\n').length > 201,
  )
  expect(long).toEqual([])
})
