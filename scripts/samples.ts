/** `npm run samples`: what on the site is still a sample, as listed by its content files. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The paths of everything in a value that carries `sample: true`, with its name where it has one. */
export function findSamples(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { sample, name } = value as { sample?: unknown; name?: unknown }
  const here = sample === true ? [typeof name === 'string' ? `${path} (${name})` : path] : []
  return here.concat(
    Object.entries(value).flatMap(([key, child]) =>
      findSamples(child, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`),
    ),
  )
}

/** Every sample in `lib/content`, as `file: path`. */
export async function listSamples(): Promise<string[]> {
  const folder = join(import.meta.dirname, '../lib/content')
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  const lists = files.map(async (file) => {
    const exported = (await import(join(folder, file))) as Record<string, unknown>
    return Object.entries(exported).flatMap(([name, value]) =>
      findSamples(value, name).map((path) => `lib/content/${file}: ${path}`),
    )
  })
  return (await Promise.all(lists)).flat()
}

if (process.argv[1] === import.meta.filename) {
  const samples = await listSamples()
  console.log(
    samples.length ? `${samples.join('\n')}\n${samples.length} samples to replace.` : 'No samples left.',
  )
}
