import { Logo } from '@/components/site/logo'
import { site } from '@/lib/content/studio'

export function LoginCard({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-svh justify-items-center px-5 pt-[max(2.5rem,16svh)] pb-12 outline-none"
    >
      <div className="flex w-full max-w-sm flex-col gap-6 self-start rounded-xl border bg-card p-7 text-card-foreground">
        <div className="grid gap-1.5">
          <p className="wordmark mb-4">
            <Logo />
            {site.name}
          </p>
          <h1 className="text-title">{title}</h1>
        </div>
        {children}
      </div>
    </main>
  )
}
