import type { MetadataRoute } from 'next'
import { site } from '@/lib/content/site'

/** Allows everything: pages outside search results say noindex, which a crawler must be able to read. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: '/' }, sitemap: `${site.url}/sitemap.xml` }
}
