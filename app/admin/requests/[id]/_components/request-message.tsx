import { type AdminRequest, describeList } from '@/lib/requests/request'
import { describeFit } from '@/lib/start/describe'
import { Field, Fields } from '../../../_requests/request-fields'

const written = { dir: 'auto', className: 'whitespace-pre-wrap' }

export function RequestMessage({ request }: { request: AdminRequest }) {
  const { message, package: chosen, price_seen, fit } = request
  const booking = request.type === 'booking' ? request : null
  const isMore = chosen ?? price_seen ?? fit ?? booking?.cancel_reason ?? booking?.cancel_message
  return (
    <section aria-label="What they wrote">
      <p
        dir="auto"
        className="text-base leading-relaxed [text-wrap:wrap] [overflow-wrap:anywhere] whitespace-pre-wrap"
      >
        {message ?? <span className="text-muted-foreground">No message.</span>}
      </p>
      {isMore && (
        <div className="mt-4 border-t border-border pt-4">
          <Fields>
            {(chosen ?? price_seen) && (
              <Field name="Chose">
                {chosen && <span className="capitalize">{chosen}</span>}
                {chosen && price_seen && ', '}
                {price_seen && (
                  <>
                    {price_seen}{' '}
                    <span className="text-muted-foreground">{describeList(request.created_at)}</span>
                  </>
                )}
              </Field>
            )}
            {fit && (
              <Field name="Answered">
                <ul>
                  {describeFit(fit).map(({ question, answer }) => (
                    <li key={question}>
                      <span className="text-muted-foreground">{question}</span> {answer}
                    </li>
                  ))}
                </ul>
              </Field>
            )}
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
          </Fields>
        </div>
      )}
    </section>
  )
}
