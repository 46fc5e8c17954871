import Link from 'next/link'
import { Contours } from '@/components/site/contours'
import { SiteFrame } from '@/components/site/site-frame'
import { buttonClass } from '@/components/ui/button'
import { missing } from '@/lib/content/missing'
import { paths } from '@/lib/paths'

export const metadata = { title: missing.title }

/** The 404 page (spec 2). Static like all others; the path is logged by `lib/log-missing.ts`. */
export default function NotFound() {
  return (
    <SiteFrame>
      <section className="relative overflow-hidden">
        <Contours className="-top-96 -right-[35rem] w-[130rem]" />
        <div className="relative wrap flex min-h-[70svh] flex-col justify-center py-20">
          <h1 className="max-w-[12ch] text-display">{missing.title}</h1>
          <p className="mt-6 max-w-[38ch] text-lead text-muted-foreground">{missing.text}</p>
          <Link
            href={paths.home}
            prefetch={false}
            className={buttonClass({ size: 'lg', className: 'mt-8 self-start' })}
          >
            {missing.action}
          </Link>
        </div>
      </section>
    </SiteFrame>
  )
}
