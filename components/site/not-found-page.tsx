'use client'

import { notFoundPage } from '@/lib/content/error-pages'
import { site } from '@/lib/content/site'
import { paths } from '@/lib/paths'
import { Contours } from './contours'
import { Logo } from './logo'

/** What the 404 page shows. A client component, because Next puts the 404 page into the data of every other page, twice. Its styles are in not-found.css. */
export function NotFoundPage() {
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
