import type { PageKey } from '@/lib/content/pages'
import { structuredData } from '@/lib/http/structured-data'

/** Escapes `<`, so that no text can close the script element. */
export function JsonLd({ page }: { page: PageKey }) {
  const json = JSON.stringify(structuredData(page)).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
