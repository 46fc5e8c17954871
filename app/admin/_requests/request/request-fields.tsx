import type { AdminRequest } from '@/lib/requests/request'
import { describeList } from '@/lib/requests/request'
import { describeFit } from '@/lib/start/describe'

/** What is known of a request, a name and a value a line. */
export function Fields({ children }: { children: React.ReactNode }) {
  return (
    <dl className="grid grid-cols-[5.5rem_1fr] gap-x-4 gap-y-2.5 [overflow-wrap:anywhere] [&_a]:text-brand [&_a]:underline [&_a]:underline-offset-3 [&_dt]:text-muted-foreground">
      {children}
    </dl>
  )
}

export function Field({ name, ...value }: { name: string } & React.ComponentProps<'dd'>) {
  return (
    <>
      <dt>{name}</dt>
      <dd {...value} />
    </>
  )
}

/** What somebody wrote, as they wrote it. */
const written = { dir: 'auto', className: 'whitespace-pre-wrap' }

/** What the visitor wants and wrote; of a list's row as much as that has. */
export function WantedFields({ request, children }: { request: AdminRequest; children?: React.ReactNode }) {
  const booking = request.type === 'booking' ? request : null
  return (
    <div className="mt-6">
      <Fields>
        {request.package && (
          <Field name="Package" className="capitalize">
            {request.package}
          </Field>
        )}
        {request.price_seen && (
          <Field name="Price seen">
            {request.price_seen}
            <span className="block text-muted-foreground">{describeList(request.created_at)}</span>
          </Field>
        )}
        {request.fit && (
          <Field name="Answers">
            <ul>
              {describeFit(request.fit).map(({ question, answer }) => (
                <li key={question}>
                  <span className="text-muted-foreground">{question}</span> {answer}
                </li>
              ))}
            </ul>
          </Field>
        )}
        {booking?.phone && (
          <Field name="Phone">
            <a href={`tel:${booking.phone}`}>{booking.phone}</a>
          </Field>
        )}
        <Field name="Message" {...written}>
          {request.message ?? '–'}
        </Field>
        {booking?.cancel_reason && (
          <Field name="Cancelled because" {...written}>
            {booking.cancel_reason}
          </Field>
        )}
        {booking?.cancel_message && (
          <Field name="We wrote" {...written}>
            {booking.cancel_message}
          </Field>
        )}
        {children}
      </Fields>
    </div>
  )
}
