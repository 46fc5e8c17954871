import type { Metadata } from 'next'
import { Contours } from '@/components/site/contours'
import { Logo } from '@/components/site/logo'
import { notFoundPage } from '@/lib/content/error-pages'
import { site } from '@/lib/content/site'
import { paths } from '@/lib/paths'

export const metadata: Metadata = { title: notFoundPage.title }

/** The 404 page, static; the path is logged when the server responds. Every page's data hold it, so it is short, and its looks are in not-found.css. */
export default function NotFound() {
  return (
    <main className="not-found">
      <Contours className="not-found-chart" />
      <div>
        <p className="wordmark">
          <Logo />
          {site.name}
        </p>
        <h1>{notFoundPage.title}</h1>
        <p>{notFoundPage.text}</p>
        <a href={paths.home}>{notFoundPage.action}</a>
      </div>
    </main>
  )
}
