import Link from 'next/link'

/** Below a form. */
export function QuietLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} prefetch={false} className="justify-self-start text-sm underline underline-offset-4">
      {children}
    </Link>
  )
}
