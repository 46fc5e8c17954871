import { Logo } from '@/components/site/logo'
import { Card, CardContent, CardHeader, CardTitle } from '@/components/ui/card'
import { site } from '@/lib/content/site'

/**
 * The frame of the sign-in page and of the pages for a forgotten password. It does not move when its content
 * changes.
 */
export function LoginCard({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-svh justify-items-center px-5 pt-[max(2.5rem,16svh)] pb-12 outline-none"
    >
      <Card className="w-full max-w-sm self-start">
        <CardHeader>
          <p className="wordmark mb-4">
            <Logo />
            {site.name}
          </p>
          <CardTitle>
            <h1>{title}</h1>
          </CardTitle>
        </CardHeader>
        <CardContent>{children}</CardContent>
      </Card>
    </main>
  )
}
