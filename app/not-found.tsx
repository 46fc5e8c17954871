import { RestStyles } from '@/app/styles/rest-styles'
import type { Metadata } from 'next'
import { Contours } from '@/components/site/contours'
import { Logo } from '@/components/site/logo'
import { notFoundPage } from '@/lib/content/not-found'
import { site } from '@/lib/content/studio'

export const metadata: Metadata = { title: notFoundPage.title }

/** Static and short, because the data of every page contains it; its styles are in not-found.css. */
export default function NotFound() {
  return (
    <>
      <RestStyles />
      <main className="not-found">
        <Contours className="not-found-chart" />
        <div>
          <p className="wordmark">
            <Logo />
            {site.name}
          </p>
          <h1>{notFoundPage.title}</h1>
          <p>{notFoundPage.text}</p>
          <nav>
            {notFoundPage.links.map(([text, href]) => (
              <a key={href} href={href}>
                {text}
              </a>
            ))}
          </nav>
        </div>
      </main>
    </>
  )
}
