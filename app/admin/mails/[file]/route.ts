import { getViewer } from '@/lib/supabase/auth'
import { readKeptMail } from '@/lib/mail/files'

/** A mail that is kept as a file, for admins: 401 without a session, 403 for others, 404 when there is none of this name. */
export async function GET(_: Request, { params }: RouteContext<'/admin/mails/[file]'>) {
  const viewer = await getViewer()
  if (!viewer?.isAdmin) return new Response('For admins only.', { status: viewer ? 403 : 401 })
  const { file } = await params
  const mail = await readKeptMail(file)
  if (!mail) return new Response('There is no such mail.', { status: 404 })
  return new Response(new Uint8Array(mail), {
    headers: {
      'Content-Type': 'message/rfc822',
      'Content-Disposition': `attachment; filename="${file}"`,
      'Cache-Control': 'no-store',
    },
  })
}
