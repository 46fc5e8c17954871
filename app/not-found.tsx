import type { Metadata } from 'next'
import { NotFoundPage } from '@/components/site/not-found-page'
import { notFoundPage } from '@/lib/content/error-pages'

export const metadata: Metadata = { title: notFoundPage.title }

/** The static 404 page; the server logs the path. */
export default function NotFound() {
  return <NotFoundPage />
}
