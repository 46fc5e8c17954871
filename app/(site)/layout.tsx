import { SiteFrame } from '@/components/site/site-frame'
import './site.css'

export default function SiteLayout({ children }: { children: React.ReactNode }) {
  return <SiteFrame>{children}</SiteFrame>
}
