import type { Metadata } from 'next'
import { Contours } from '@/components/site/contours'
import { Logo } from '@/components/site/logo'
import { missing } from '@/lib/content/missing'
import { site } from '@/lib/content/site'
import { paths } from '@/lib/paths'

export const metadata: Metadata = { title: missing.title }

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
        <h1>{missing.title}</h1>
        <p>{missing.text}</p>
        <a href={paths.home}>{missing.action}</a>
      </div>
    </main>
  )
}
