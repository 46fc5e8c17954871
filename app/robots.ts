import type { MetadataRoute } from 'next'
import { site } from '@/lib/content/site'

/** Allows everything, because a crawler must be able to read the noindex of pages outside search results. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: '/' }, sitemap: `${site.url}/sitemap.xml` }
}
