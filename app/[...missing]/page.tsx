import { notFound } from 'next/navigation'
import { loggedPath } from '@/lib/logged-path'

/** Every address that no route answers: it is logged, then the 404 page is shown with its status. */
export default async function MissingPage({ params }: { params: Promise<{ missing: string[] }> }) {
  const { missing } = await params
  console.warn(`404 ${loggedPath(missing)}`)
  notFound()
}
