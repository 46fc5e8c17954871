/** `npm run build`: the production build, made anew only when its sources changed since the last one. */
import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { followParent, nextBin, root } from './processes'
import { addStaticPolicies } from './static-csp'

const sources = [
  'app',
  'components',
  'lib',
  'public',
  'instrumentation.ts',
  'middleware.ts',
  'next.config.ts',
  'postcss.config.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'scripts/build.ts',
  'scripts/static-csp.ts',
]
const stamp = join(root, '.next', 'sources.sha256')

/** Builds unless `.next` holds a build of exactly these sources. Throws when the build fails. */
export async function ensureBuild(): Promise<void> {
  const hash = hashSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log('Building the site (about half a minute) …')
  const child = spawn(process.execPath, ['--import', followParent, nextBin, 'build'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
  const [status] = (await once(child, 'exit')) as [number | null]
  if (status !== 0) throw new Error('The build failed.')
  addStaticPolicies(join(root, '.next'))
  writeFileSync(stamp, hash)
}

function hashSources(): string {
  const hash = createHash('sha256').update(process.version)
  for (const file of sources.flatMap((source) => filesIn(join(root, source)))) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesIn(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}

if (process.argv[1] === import.meta.filename) {
  try {
    await ensureBuild()
  } catch {
    process.exit(1) // next build has said why
  }
}
