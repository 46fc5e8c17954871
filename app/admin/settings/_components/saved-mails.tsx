import { formatTimestamp } from '@/lib/dates'
import { listSavedMails } from '@/lib/mail/files'
import { paths } from '@/lib/paths'
import { findNames } from '@/lib/requests/queries'
import { SettingsLine } from './settings-line'

const SHOWN = 20

export async function SavedMails() {
  const mails = await listSavedMails()
  if (mails.length === 0) return null
  const shown = mails.slice(0, SHOWN).map(({ name, at }) => {
    const [kind = '', request = ''] = name.split('.')
    return { name, at, request, kind: kind.replaceAll(/[-_]/g, ' ') }
  })
  const names = await findNames(shown.map(({ request }) => request)).catch(() => null)
  const all = mails.length === 1 ? '1 mail is kept as a file' : `${mails.length} mails are kept as files`
  return (
    <SettingsLine
      title="Mails kept as files"
      isWide
      verb="See"
      now={mails.length === 1 ? '1 mail' : `${mails.length} mails`}
      about={<p>No mail server is set up, so nothing is sent. A mail program opens these files.</p>}
    >
      <p>{mails.length > SHOWN ? `${all}; these are the newest ${SHOWN}.` : `${all}.`}</p>
      <ul className="mt-2 list-disc pl-5 [overflow-wrap:anywhere]">
        {shown.map(({ name, at, request, kind }) => (
          <li key={name}>
            <a href={`${paths.admin}/mails/${name}`} className="underline underline-offset-3">
              {`${names?.get(request) ?? request.slice(0, 8)}: ${kind}`}
            </a>{' '}
            <span className="text-muted-foreground">{formatTimestamp(at)}</span>
          </li>
        ))}
      </ul>
    </SettingsLine>
  )
}
