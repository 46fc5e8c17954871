import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../supabase/schemas')
/** The SQL of each schema file without comments, in the order of their names. */
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .sort()
  .map((file) => ({ file, sql: readFileSync(join(folder, file), 'utf8').replaceAll(/--.*$/gm, '') }))

const definitions = ({ sql }: { sql: string }) => [
  ...sql.matchAll(/^create (?:function|table) ((?:public|private)\.\w+)/gm),
]

test('no schema file uses an object that a later file defines', () => {
  const early = files.flatMap(({ file, sql }, nth) => {
    const here = new Set(definitions({ sql }).map(([, name]) => name))
    const later = new Set(files.slice(nth + 1).flatMap((other) => definitions(other).map(([, name]) => name)))
    const used = [...sql.matchAll(/\b(?:public|private)\.\w+/g)].map(([name]) => name)
    return [...new Set(used)]
      .filter((name) => later.has(name) && !here.has(name))
      .map((name) => `${file}: ${name}`)
  })
  expect(early).toEqual([])
})

test('no SQL function is longer than 80 lines', () => {
  const long = files.flatMap(({ sql }) =>
    [...sql.matchAll(/^create function ((?:public|private)\.\w+)[\s\S]*?(?:^\$\$;|\$\$;$|^end;)/gm)]
      .filter(([text]) => text.split('\n').length > 80)
      .map(([text, name]) => `${name}: ${text.split('\n').length} lines`),
  )
  expect(long).toEqual([])
})

test('no line of a schema file is longer than 120 columns', () => {
  const long = readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (line.length > 120 ? `${file}:${at + 1}` : [])),
  )
  expect(long).toEqual([])
})

test('each table of requests has one trigger before a change and one after', () => {
  const triggers = files.flatMap(({ sql }) => [
    ...sql.matchAll(
      /^create trigger \w+ (before|after) [\s\S]*?on public\.(bookings|inquiries|requests)\b/gm,
    ),
  ])
  const found = triggers.map(([, when, table]) => `${when} ${table}`)
  expect(found.toSorted()).toEqual([
    'after bookings',
    'after inquiries',
    'before bookings',
    'before inquiries',
  ])
})
