import { SiteFrame } from '@/components/site/site-frame'

export default function SiteLayout({ children }: { children: React.ReactNode }) {
  return <SiteFrame>{children}</SiteFrame>
}
