import type { MetadataRoute } from 'next'
import { site } from '@/lib/content/studio'

/** Allows all pages, because a crawler must read a page to find its noindex. */
export default function robots(): MetadataRoute.Robots {
  return { rules: { userAgent: '*', allow: '/' }, sitemap: `${site.url}/sitemap.xml` }
}
