import type { MetadataRoute } from 'next'
import { site } from '@/lib/content/site'

/**
 * Nothing is disallowed: pages that should not be found say noindex, which a crawler must be able
 * to read.
 */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: '/' }, sitemap: `${site.url}/sitemap.xml` }
}
