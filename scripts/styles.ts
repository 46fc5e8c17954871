/**
 * Each `first.css` in `app` becomes a `first.built.txt` beside it, a text that public pages contain, and `rest.css` a
 * `rest.built.css`, a file that they link. Tailwind compiles them before Next.
 */
import { readdirSync, readFileSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwind from '@tailwindcss/postcss'
import postcss from 'postcss'

const root = join(import.meta.dirname, '..')
const isEntry = (file: string) => /(^|\/)(first|rest)\.css$/.test(file)
const builtFile = (file: string) =>
  file.replace(/first\.css$/, 'first.built.txt').replace(/rest\.css$/, 'rest.built.css')

/** Does not write a file that is already the same, so that Next sees no change. */
export async function buildStyles(): Promise<void> {
  const compiler = postcss([tailwind({ base: root, optimize: { minify: true } })])
  for (const file of readdirSync(join(root, 'app'), { recursive: true, encoding: 'utf8' }).filter(isEntry)) {
    const from = join(root, 'app', file)
    const { css } = await compiler.process(readFileSync(from, 'utf8'), { from })
    const to = builtFile(from)
    if (readOrEmpty(to) !== css) writeFileSync(to, css)
  }
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

export function watchStyles(): void {
  let waiting: NodeJS.Timeout | undefined
  let done = Promise.resolve()
  const rebuild = () => {
    done = done.then(buildStyles).catch((error: unknown) => console.error(error))
  }
  for (const folder of ['app', 'components'])
    watch(join(root, folder), { recursive: true }, (_, file) => {
      if (file?.includes('.built.')) return
      clearTimeout(waiting)
      waiting = setTimeout(rebuild, 100)
    })
}

if (process.argv[1] === import.meta.filename) await buildStyles()
