'use client'

import { errorPage } from '@/lib/content/error-page'
import { site } from '@/lib/content/studio'

/** Works without JavaScript and without the site's styles, because the layout may be what failed. */
export default function GlobalError() {
  return (
    <html lang="en" style={{ colorScheme: 'light dark' }}>
      <body
        style={{ font: '1.125rem/1.5 system-ui', maxWidth: '34em', margin: '15vh auto', padding: '0 1em' }}
      >
        <title>{errorPage.title}</title>
        <main>
          <h1>{errorPage.title}</h1>
          <p>
            {errorPage.text} <a href={`mailto:${site.email}`}>{site.email}</a>
          </p>
          <a href="">{errorPage.action}</a>
        </main>
      </body>
    </html>
  )
}
