import type { SampleThing } from '@/lib/content/sample-things'
import { paths } from '@/lib/paths'
import { countSamples } from '../../samples'
import { CopyButton } from '../../_components/copy-button'
import { SettingsLine } from './settings-line'

export function Samples({ samples }: { samples: SampleThing[] }) {
  if (samples.length === 0) return null
  const pages = [...new Set(samples.map(({ page }) => page))].map((page) => ({
    page,
    things: samples.filter((sample) => sample.page === page),
  }))
  const list = samples.map(
    ({ page, name, places }) => `${page}: ${name} (${places.join(', ') || 'Settings'})`,
  )
  return (
    <SettingsLine
      id="samples"
      title="Samples on the site"
      isWide
      verb="See"
      now={countSamples(samples.length)}
      about={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <CopyButton text={list.join('\n')} done="List copied">
            Copy this list
          </CopyButton>
          <p className="grow basis-72">
            Whoever looks after the code replaces the words in <code>lib/content</code> and deletes{' '}
            <code>sample: true</code>.
          </p>
        </div>
      }
    >
      <dl className="divide-y divide-border">
        {pages.map(({ page, things }) => (
          <div key={page} className="grid py-1 md:grid-cols-[calc(13rem-17px)_minmax(0,1fr)]">
            <dt className="min-h-7 content-center self-start font-medium">{page}</dt>
            <dd>
              <ul>
                {things.map(({ name, places }) => (
                  <li key={name} className="flex min-h-7 flex-wrap items-center justify-between gap-x-4">
                    <span>{name}</span>
                    {places.length === 0 ? (
                      <a
                        href={`${paths.settings}#location`}
                        className="font-semibold text-brand hover:underline"
                      >
                        Set yours
                      </a>
                    ) : (
                      <code className="text-xs [overflow-wrap:anywhere] text-muted-foreground max-md:w-full">
                        {filesOf(places)}
                      </code>
                    )}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        ))}
      </dl>
    </SettingsLine>
  )
}

/** 'about.ts, pages.ts'. For a part of a file with others, the whole place. */
function filesOf(places: string[]): string {
  const files = [...new Set(places.map((place) => place.replace(/:.*/, '')))]
  return files.join() === 'offer.ts' ? (places[0] ?? '').replace(/ \(.*/, '') : files.join(', ')
}
