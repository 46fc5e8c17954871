import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const inside = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}`)

/** The floors, the lowest first: a file imports from its own floor and from those below. `*`: a folder's other files. */
const floors = [
  ...inside('lib', 'paths.ts', 'content', '*', 'supabase', 'http', 'settings', 'start', 'booking', 'manage'),
  ...inside('lib', 'calendars', 'hours', 'calendar-feed', 'offers', 'mail', 'requests', 'sign-in', 'export'),
  ...['components', 'app'],
  ...inside('app/admin', '*', '_components', 'error.tsx', 'loading.tsx'),
  ...inside('app/admin', '_first-steps', '_hours', '_requests'),
  ...inside('app/admin/_requests', 'untold', 'calls-to-ask', 'reply', 'calls', 'status', 'list'),
  ...inside(
    'app/admin',
    'export',
    'free-times',
    'hours',
    'mails',
    'offers',
    'requests',
    'settings',
    'untold',
  ),
  ...inside('app/admin', 'news-lines.tsx', 'follow-ups.ts', 'layout.tsx', 'page.tsx'),
]

const product = ['lib', 'components', 'app']
const files = [...product, 'scripts', 'tests', 'supabase/local'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
)
const known = new Set(files)

/** The files that a file imports, types included. */
const imports = new Map(files.map((file) => [file, importsOf(file)]))

function importsOf(file: string): string[] {
  const found = readFileSync(file, 'utf8').matchAll(/\b(?:from|import\(?)\s*'(@\/|\.[^']*\/)([^']+)'/g)
  return [...found].flatMap(([, start = '', rest = '']) => {
    const path = join(start === '@/' ? '' : join(dirname(file), start), rest)
    return [path, `${path}.ts`, `${path}.tsx`].find((one) => known.has(one)) ?? []
  })
}

/** Each import of the product's files, as '<file> imports <file>'. */
const arrows = files
  .filter((file) => product.some((folder) => file.startsWith(`${folder}/`)))
  .flatMap((file) =>
    (imports.get(file) ?? []).map((to) => ({ from: file, to, arrow: `${file} imports ${to}` })),
  )

/** Each file's floor: the entry of the list that names it most exactly; -1 for none. */
const floorOf = new Map(
  files.map((file) => {
    const fits = (floor: string) =>
      [file, `${dirname(file)}/*`].includes(floor) || file.startsWith(`${floor}/`)
    const [floor = ''] = floors.filter(fits).toSorted((a, b) => b.length - a.length)
    return [file, floors.indexOf(floor)]
  }),
)

test('a file imports nothing from a floor above its own, nor from the product’s tools', () => {
  const up = arrows.flatMap(({ from, to, arrow }) => {
    const [above = -1, below = -1] = [floorOf.get(from), floorOf.get(to)]
    if (above === -1) return `${from} is on no floor`
    if (below === -1) return `${arrow}, which is on no floor`
    return below > above ? `${arrow}, which is on a higher floor` : []
  })
  expect(up).toEqual([])
})

test('no imports run in a circle', () => {
  const done = new Set<string>()
  const circles: string[] = []
  function follow(file: string, above: string[]) {
    if (above.includes(file)) circles.push([...above.slice(above.indexOf(file)), file].join(' imports '))
    else if (!done.has(file)) for (const to of imports.get(file) ?? []) follow(to, [...above, file])
    done.add(file)
  }
  for (const file of files) follow(file, [])
  expect(circles).toEqual([])
})

test('a route keeps its underscored folders to itself', () => {
  const others = arrows.filter(({ from, to }) => {
    const route = /^(.*\/)_/.exec(dirname(to) + '/')?.[1]
    return route !== undefined && !from.startsWith(route)
  })
  expect(others.map(({ arrow }) => arrow)).toEqual([])
})

test('no domain of the admin imports from another, except its pages', () => {
  const isPage = (file: string) => /^(?:page|layout|follow-ups|news-lines)\./.test(basename(file))
  const domainOf = (file: string) =>
    /^app\/admin\/_?([\w-]+)\//.exec(file)?.[1]?.replace('untold', 'requests') ?? 'components'
  const between = arrows.filter(
    ({ from, to }) =>
      from.startsWith('app/admin/') &&
      !isPage(from) &&
      domainOf(to) !== 'components' &&
      domainOf(from) !== domainOf(to),
  )
  expect(between.map(({ arrow }) => arrow)).toEqual([])
})

test('no file in app/admin/_requests has more than 200 lines', () => {
  const long = files.filter(
    (file) => file.startsWith('app/admin/_requests/') && readFileSync(file, 'utf8').split('\n').length > 201,
  )
  expect(long).toEqual([])
})
