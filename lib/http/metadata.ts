import { place } from '../content/place'
import type { Metadata } from 'next'
import { type PageKey, pages } from '../content/pages'
import { site } from '../content/studio'

export function pageMetadata(key: PageKey): Metadata {
  const { path, title, description, share } = pages[key]
  const image = {
    url: `/og/${key}`,
    width: 1200,
    height: 630,
    alt: `${site.name}: ${share}`,
    type: 'image/png',
  }
  return {
    title,
    description,
    alternates: { canonical: path },
    robots: { index: true, follow: true },
    openGraph: {
      title,
      description,
      url: path,
      siteName: site.name,
      type: 'website',
      locale: place.locale.replace('-', '_'),
      images: [image],
    },
    // Twitter reads the Open Graph data. Next adds the title and the description.
    twitter: { card: 'summary_large_image', images: [] },
  }
}
