/** The last line of `npm run lint`, so that two versions can be compared. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const generated = ['lib/supabase/database.types.ts', 'docs/specification.md']

/** Without the generated files. */
function read(ending: string, ...folders: string[]): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith(ending) && !generated.includes(file))
    .map((file) => readFileSync(file, 'utf8'))
}

const count = (texts: string[], pattern: RegExp) =>
  texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0).toLocaleString('en')
const lines = (texts: string[]) => count(texts, /\n/g)

const folders = ['app', 'components', 'lib']
const code = [...read('.ts', ...folders), ...read('.tsx', ...folders)]
const comment = /\/\*[^]*?\*\/|(?<=^|\s)\/\/.*/g
const token = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|[\w$]+|[^\s\w$]/g
const schemas = read('.sql', 'supabase/schemas')
/** For a site of the last version, at the schema's end under this line. */
const kept = '-- For 1.0.0, until'
const functions = /^create (or replace )?function/gim
console.log(
  [
    `TypeScript of app, components and lib ${lines(code)} lines,`,
    `${count(
      code.map((text) => text.replace(comment, '')),
      token,
    )} tokens;`,
    `schemas ${lines(schemas)} lines,`,
    `${count(
      schemas.map((text) => text.split(kept)[0] ?? ''),
      functions,
    )} functions,`,
    `${count(
      schemas.map((text) => text.split(kept)[1] ?? ''),
      functions,
    )} more for 1.0.0;`,
    `tests ${lines(read('.ts', 'tests', 'supabase/local/tests'))} lines;`,
    `papers ${count(read('.md', '.', 'docs', 'supabase/local'), /\S+/g)} words`,
  ].join(' '),
)
