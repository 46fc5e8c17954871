import { getViewer } from '@/lib/supabase/auth'
import { readSavedMail } from '@/lib/mail/files'

/** Downloads a mail that was saved as a file. 401 without a session, 403 for non-admins, 404 when no file has this name. */
export async function GET(_: Request, { params }: RouteContext<'/admin/mails/[file]'>) {
  const viewer = await getViewer()
  if (!viewer?.isAdmin) return new Response('For admins only.', { status: viewer ? 403 : 401 })
  const { file } = await params
  const mail = await readSavedMail(file)
  if (!mail) return new Response('There is no such mail.', { status: 404 })
  return new Response(new Uint8Array(mail), {
    headers: {
      'Content-Type': 'message/rfc822',
      'Content-Disposition': `attachment; filename="${file}"`,
      'Cache-Control': 'no-store',
    },
  })
}
