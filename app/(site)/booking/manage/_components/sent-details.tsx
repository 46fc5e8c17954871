import { manage } from '@/lib/content/manage'
import { Change } from './change-form'
import type { ShownCall } from './shown-call'

export function SentDetails({ call }: { call: ShownCall }) {
  const details: [string, string | null | undefined][] = [
    ['Name', call.name],
    ['Email', call.email],
    ['Phone', call.phone],
    ['Package', call.packageName],
    ['Price seen', call.price],
    ['Message', call.message],
  ]
  return (
    <Change id="sent" title={manage.sent} open={false}>
      <dl className="grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-2 [overflow-wrap:anywhere]">
        {details.map(
          ([term, text]) =>
            text && (
              <div key={term} className="contents">
                <dt className="text-muted-foreground">{term}</dt>
                <dd dir="auto" className="whitespace-pre-wrap">
                  {text}
                </dd>
              </div>
            ),
        )}
        {call.answers.length > 0 && (
          <div className="contents">
            <dt className="text-muted-foreground">Answers</dt>
            <dd>
              <ul className="grid gap-y-1">
                {call.answers.map(({ question, answer }) => (
                  <li key={question}>
                    <span className="text-muted-foreground">{`${question} `}</span>
                    <span>{answer}</span>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
    </Change>
  )
}
