import type { MetadataRoute } from 'next'
import { pages } from '@/lib/content/pages'
import { site } from '@/lib/content/studio'

export default function sitemap(): MetadataRoute.Sitemap {
  return Object.values(pages).map(({ path }) => ({ url: site.url + path }))
}
