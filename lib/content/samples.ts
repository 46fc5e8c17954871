import * as about from './about'
import * as booking from './booking'
import * as faq from './faq'
import * as home from './home'
import * as navigation from './navigation'
import * as notFound from './not-found'
import * as offer from './offer'
import * as owner from './owner'
import * as packages from './packages'
import * as pages from './pages'
import * as place from './place'
import * as portfolio from './portfolio'
import * as replies from './replies'
import * as start from './start'
import * as studio from './studio'
import * as support from './support'
import * as tools from './tools'

const files = {
  about,
  booking,
  faq,
  home,
  navigation,
  'not-found': notFound,
  offer,
  owner,
  packages,
  pages,
  place,
  portfolio,
  replies,
  start,
  studio,
  support,
  tools,
}

export function listSamples(): string[] {
  return Object.entries(files).flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]) =>
      findSamples(value, name).map((path) => `lib/content/${file}.ts: ${path}`),
    ),
  )
}

/** The path of every object with `sample: true`, with the object's name if it has one. */
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
