import { SkipLink } from '@/components/skip-link'
import '../admin/admin.css'

export default function LoginLayout({ children }: { children: React.ReactNode }) {
  return (
    <>
      <SkipLink />
      {children}
    </>
  )
}
