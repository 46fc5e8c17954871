import { SiteFrame } from '@/components/site/site-frame'
import { KEEP_PAGE } from '@/lib/http/keep-page'

export default function SiteLayout({ children }: { children: React.ReactNode }) {
  return (
    <>
      <script dangerouslySetInnerHTML={{ __html: KEEP_PAGE }} />
      <SiteFrame>{children}</SiteFrame>
    </>
  )
}
