import type { Metadata } from 'next'
import Link from 'next/link'
import { Contours } from '@/components/site/contours'
import { Logo } from '@/components/site/logo'
import { buttonVariants } from '@/components/ui/button-variants'
import { missing } from '@/lib/content/missing'
import { site } from '@/lib/content/site'
import { paths } from '@/lib/paths'
import RootLayout from './layout'
import './(site)/site.css'

export { viewport } from './layout'
export const metadata: Metadata = { title: missing.title }

/**
 * The 404 page for addresses that no route has. A document of its own with the public pages' styles: a `not-found.tsx` in the root would bring
 * them into the admin, and itself into every page. Static; the path is logged when the server answers.
 */
export default function GlobalNotFound() {
  return (
    <RootLayout>
      <main className="relative flex min-h-svh flex-col justify-center overflow-hidden py-20">
        <Contours className="-top-96 -right-[35rem] w-[130rem]" />
        <div className="relative wrap flex flex-col items-start">
          <p className="wordmark">
            <Logo />
            {site.name}
          </p>
          <h1 className="mt-10 max-w-[7.5em] text-display">{missing.title}</h1>
          <p className="mt-6 max-w-[21.5em] text-lead text-muted-foreground">{missing.text}</p>
          <Link
            href={paths.home}
            prefetch={false}
            className={buttonVariants({ size: 'lg', className: 'mt-8' })}
          >
            {missing.action}
          </Link>
        </div>
      </main>
    </RootLayout>
  )
}
