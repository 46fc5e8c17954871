import { stringify } from 'csv-stringify/sync'
import { site } from '../content/studio'
import { requestPath } from '../paths'
import { describeFit } from '../start/describe'
import type { ExportedRequest } from './queries'

const columns: Record<string, (request: ExportedRequest) => string | null> = {
  Kind: ({ kind }) => kind,
  Status: ({ status }) => status,
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  // A spreadsheet reads even a quoted cell as a number, and drops a leading zero.
  Phone: ({ phone }) => phone && `'${phone}`,
  Message: ({ message }) => message,
  Package: (request) => request.package,
  'Price seen': ({ price_seen }) => price_seen,
  'Answers of /start': ({ fit }) =>
    fit &&
    describeFit(fit)
      .map(({ question, answer }) => `${question} ${answer}`)
      .join('\n'),
  'Call date': ({ date }) => date,
  'Call starts': ({ start_time }) => start_time,
  'Call ends': ({ end_time }) => end_time,
  'Call starts (ISO)': ({ starts_at }) => starts_at,
  'Call ends (ISO)': ({ ends_at }) => ends_at,
  'Location of its own': ({ location }) => location,
  'Cancelled because': ({ cancel_reason }) => cancel_reason,
  'We wrote': ({ cancel_message }) => cancel_message,
  Outcome: ({ outcome }) => outcome,
  'Outcome because': ({ outcome_reason }) => outcome_reason,
  'Looked after by': ({ owner }) => owner,
  Created: ({ created }) => created,
  'Created (ISO)': ({ created_at }) => created_at,
  Link: ({ id }) => site.url + requestPath(id),
  Id: ({ id }) => id,
}

/** Only the first page has headings. An apostrophe keeps a spreadsheet from running a cell as a formula. */
export function csvPage(requests: ExportedRequest[], isFirst: boolean): string {
  return stringify(
    requests.map((request) => Object.values(columns).map((value) => value(request))),
    {
      bom: isFirst,
      header: isFirst,
      columns: Object.keys(columns),
      quoted: true,
      record_delimiter: 'windows',
      escape_formulas: true,
    },
  )
}
