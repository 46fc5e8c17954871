import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
const papers = tracked.filter(
  (file) =>
    /^(README|CONTRIBUTING|docs\/[\w-]+|docs\/decisions\/[\w-]+|supabase\/local\/README)\.md$/.test(file) &&
    file !== 'docs/specification.md', // made from titles of tests
)

// Not the migrations, which have names that are gone. Of tests the names, and not the words of titles.
const isCode = (file: string) =>
  /(\.(tsx?|mjs|sql|css|sh|conf|json|toml|ya?ml|service|timer|svg)|Dockerfile|\.env\.example)$/.test(file) &&
  !/^supabase\/migrations\/|package-lock/.test(file)
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
const code = tracked
  .filter(isCode)
  .map((file) => {
    const text = readFileSync(file, 'utf8')
    return isTest(file) ? text.replaceAll(/'(?:\\.|[^'\\\n])*'|\/\/.*/g, '') : text
  })
  .join('\n')
const words = new Set(code.match(/[\w$]+/g))
const { scripts, dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'scripts' | 'dependencies',
  Record<string, string>
>

/** Names in the papers that the code does not have, each with the reason. */
const others: Record<string, string> = {
  'is_starred p_is_starred starred set_starred setStarred is_week park parked':
    'examples of the pages docs/adding-*.md',
  'vercel.json crons useOffline': 'of hosts and of Next, which the site does not use',
  pg_dump: 'of PostgreSQL',
  '/portfolio/yours.avif': 'a picture that a reader adds',
  'supabase/migrations/YYYYMMDDHHMMSS_topic.sql supabase/migrations/YYYYMMDDHHMMSS_zone.sql':
    'steps that a reader writes',
  'outbox/ auth-mails/ database/ database.before-restore/ keys.json admin.txt site-secret':
    'data that the site writes',
  '.studio/outbox': 'a folder that Git ignores',
}
const known = new Set(Object.keys(others).flatMap((names) => names.split(' ')))

const FILE = /\.(?:tsx?|mjs|sql|md|css|sh|conf|json|ya?ml|txt|service|timer|webp|avif|svg|toml)$/
const NAME = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/

/** A path from the root or from the paper, or the end of one; `*` is any name. */
function isInTree(path: string, paper: string): boolean {
  const wanted = path.replace(/\/$/, '')
  const escaped = wanted.replaceAll(/[.()[\]$+]/g, String.raw`\$&`).replaceAll('*', '[^/]+')
  const pattern = new RegExp(`(^|/)${escaped}(/|$)`)
  const beside = `${normalize(join(dirname(paper), wanted))}/`
  return tracked.some((file) => pattern.test(file) || file.startsWith(beside))
}

function isKnown(token: string, paper: string): boolean {
  if (known.has(token) || (token.split('/')[0] ?? '') in dependencies) return true
  if (token.startsWith('/')) return code.includes(token)
  if (FILE.test(token) || /^[\w.()[\]*-]+\/[\w.()[\]/*-]*$/.test(token)) return isInTree(token, paper)
  const name = token.replace(/\(.*/, '')
  return !NAME.test(name) || name.split('.').every((part) => words.has(part) || known.has(part))
}

const tokensOf = (span: string) =>
  span
    .replaceAll(/npm run [\w:-]+|https?:\S+/g, '')
    .split(/[\s=,;:|<>'"]+/)
    .map((token) => token.replaceAll(/^[.…]+(?=\w)(?!studio|env)|[.…]+$/g, ''))

/** Without blocks of code, and without README's titles of tests, which `npm run spec` compares. */
const readPaper = (paper: string) =>
  readFileSync(paper, 'utf8').replaceAll(
    paper === 'README.md' ? /^ *```.*?^ *```|^\|[^\n]*/gms : /^ *```.*?^ *```/gms,
    '',
  )

test.each(papers)('%s names only files, functions, columns and commands that exist', (paper) => {
  const spans = [...readPaper(paper).matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
  const commands = spans.flatMap((span) =>
    [...span.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name),
  )
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  expect(spans.flatMap(tokensOf).filter((token) => !isKnown(token, paper))).toEqual([])
})

test.each(papers)('%s links to pages and headings that exist', (paper) => {
  const links = [...readPaper(paper).matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]*))?\)/g)]
  const broken = links.filter(([, path = '', heading]) => {
    const target = path ? normalize(join(dirname(paper), path)) : paper
    if (!tracked.some((file) => file === target || file.startsWith(`${target}/`))) return true
    const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
      text
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    )
    return heading !== undefined && !headings.includes(heading)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

test('each name that the papers may have without the code is in a paper', () => {
  const text = papers.map((paper) => readFileSync(paper, 'utf8')).join('\n')
  expect([...known].filter((name) => !text.includes(name))).toEqual([])
})
