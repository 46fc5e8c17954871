import { listSavedMails } from '@/lib/mail/files'
import { paths } from '@/lib/paths'
import { SettingsLine } from './settings-line'

const SHOWN = 20

export async function SavedMails() {
  const files = await listSavedMails()
  if (files.length === 0) return null
  return (
    <SettingsLine
      title="Mails kept as files"
      isWide
      verb="See"
      now={files.length === 1 ? '1 mail' : `${files.length} mails`}
      about={
        <p>
          No mail server is set up, so nothing is sent. Any mail program opens these; the newest stands first.
        </p>
      }
    >
      <p>{files.length === 1 ? '1 mail is' : `${files.length} mails are`} kept as files.</p>
      <ul className="mt-2 list-disc pl-5 [overflow-wrap:anywhere]">
        {files.slice(0, SHOWN).map((file) => (
          <li key={file}>
            <a href={`${paths.admin}/mails/${file}`} className="underline underline-offset-3">
              {describe(file)}
            </a>
          </li>
        ))}
      </ul>
    </SettingsLine>
  )
}

/** 'received to visitor, 9cf2b197': the kind, and the beginning of the request's id. */
function describe(file: string): string {
  const [kind = '', request = ''] = file.split('.')
  return `${kind.replaceAll('-', ' ')}, ${request.slice(0, 8)}`
}
