import { AccessError, adminClient } from '@/lib/supabase/auth'
import { readSavedMail } from '@/lib/mail/files'

/**
 * Downloads a mail that was saved as a file. 401 without a session, 403 for non-admins, 404 when no
 * file has this name.
 */
export async function GET(_: Request, { params }: RouteContext<'/admin/mails/[file]'>) {
  try {
    await adminClient()
  } catch (error) {
    if (!(error instanceof AccessError)) throw error
    return new Response('For admins only.', { status: error.reason === 'signed-out' ? 401 : 403 })
  }
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
