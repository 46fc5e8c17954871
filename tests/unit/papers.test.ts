import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')
const papers = tracked.filter(
  (file) =>
    /^(README|CONTRIBUTING|docs\/[\w-]+|docs\/decisions\/[\w-]+|supabase\/local\/README)\.md$/.test(file) &&
    file !== 'docs/specification.md', // generated from titles of tests
)
const isText = (file: string) => !/\.(md|webp|avif|png|svg|ico|woff2?|tgz|ics|eml|snap)$/.test(file)
const itself = 'tests/unit/papers.test.ts'
const code = tracked
  .filter((file) => isText(file) && file !== itself && file !== 'package-lock.json')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const words = new Set(code.match(/[\w$]+/g))
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

/** Names of other programs and of a person's own files, which no file of this project contains. */
const foreign = new Set([''])

const FILE = /\.(?:tsx?|mjs|sql|md|css|sh|conf|json|ya?ml|txt|service|timer|webp|svg|toml)$/

/** A path from the root, from the paper, or the end of one; `*` is any name. */
function isInTree(path: string, paper: string): boolean {
  const wanted = path.replace(/\/$/, '')
  const pattern = new RegExp(
    `(^|/)${wanted.replace(/[.()[\]$+]/g, String.raw`\$&`).replaceAll('*', '[^/]+')}(/|$)`,
  )
  return tracked.some(
    (file) => pattern.test(file) || file.startsWith(`${normalize(join(dirname(paper), wanted))}/`),
  )
}

/** The names in a span of code that the project does not have. */
function unknownIn(span: string, paper: string): string[] {
  const run = [...span.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  const others = span
    .replaceAll(/npm run [\w:-]+/g, '')
    .split(/[\s=,;:|()<>'"]+/)
    .map((token) => token.replaceAll(/^[.…]+|[.…]+$/g, ''))
    .filter((token) => !foreign.has(token))
  return [
    ...run.filter((name) => !(name in scripts)).map((name) => `npm run ${name}`),
    ...others.filter((token) => {
      if (/[{}?&@%#\\]/.test(token) || token.startsWith('-')) return false
      if (token.startsWith('/')) return !code.includes(token)
      if (FILE.test(token) || /^[\w.()[\]*-]+\/[\w.()[\]/*-]*$/.test(token)) return !isInTree(token, paper)
      if (/^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/.test(token))
        return token.split('.').some((name) => !words.has(name))
      return false
    }),
  ]
}

const readPaper = (paper: string) => readFileSync(paper, 'utf8').replaceAll(/^```.*?^```/gms, '')

test.each(papers)('%s names only files, folders, functions, columns and commands that exist', (paper) => {
  const spans = [...readPaper(paper).matchAll(/`([^`]+)`/g)].map(([, span = '']) =>
    span.replaceAll(/\s+/g, ' '),
  )
  expect(spans.flatMap((span) => unknownIn(span, paper))).toEqual([])
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
