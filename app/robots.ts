import type { MetadataRoute } from 'next'
import { site } from '@/lib/content/studio'

/**
 * Allows all pages. A crawler must read a page to find the noindex of pages that search engines should leave
 * out.
 */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: '/' }, sitemap: `${site.url}/sitemap.xml` }
}
