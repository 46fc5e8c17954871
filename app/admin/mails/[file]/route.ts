import { adminClient } from '@/lib/supabase/auth'
import { readSavedMail } from '@/lib/mail/files'
import { download } from '../../download'

export async function GET(_: Request, { params }: RouteContext<'/admin/mails/[file]'>) {
  const { file } = await params
  return download({ name: file, type: 'message/rfc822', missing: 'There is no such mail.' }, async () => {
    await adminClient()
    const mail = await readSavedMail(file)
    return mail && new Uint8Array(mail)
  })
}
